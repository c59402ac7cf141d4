/** Owns measuring the router's options: how many labels of given runs each value other than the default moves. */
import { DEFAULT_ROUTER_OPTIONS, listOptionValues, ROUTER_OPTIONS } from './router-option.js';
import type { RouterOptionName, RouterOptions } from './router-option.js';
import { readRunActs, routeActs } from './router.js';
import type { Trajectory } from './trajectory.js';

/** Labels moved by one value of one option. */
export interface OptionEffect {
  readonly option: RouterOptionName;
  readonly value: string;
  /** Steps whose label differs from the one under `base`. */
  readonly moved: number;
  readonly steps: number;
  /** Runs with at least one moved label. */
  readonly runs: number;
}

/** Routes every run once per value, changing one option of `base` at a time; in the order of ROUTER_OPTIONS. */
export function measureOptionEffects(
  trajectories: readonly Trajectory[],
  base: RouterOptions = DEFAULT_ROUTER_OPTIONS,
): OptionEffect[] {
  const runs = trajectories.map((trajectory) => {
    const acts = readRunActs(trajectory);
    return { acts, labels: routeActs(acts, base).map((step) => step.label) };
  });
  const steps = runs.reduce((sum, run) => sum + run.labels.length, 0);
  const effects: OptionEffect[] = [];
  for (const option of Object.keys(ROUTER_OPTIONS) as RouterOptionName[]) {
    for (const value of listOptionValues(option)) {
      if (value === base[option]) continue;
      const options: RouterOptions = { ...base, [option]: value };
      const moved = runs.map(
        ({ acts, labels }) =>
          routeActs(acts, options).filter((step, order) => step.label !== labels[order]).length,
      );
      effects.push({
        option,
        value,
        moved: moved.reduce((sum, count) => sum + count, 0),
        steps,
        runs: moved.filter((count) => count > 0).length,
      });
    }
  }
  return effects;
}
