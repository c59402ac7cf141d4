/** Owns the word on inputs that turned out to hold no rows while others did. */
import { escapeControls, type Terminal } from './terminal.js';

/** Collects them as a listener of the pipeline, to be told when no progress bar is in the way. */
export class EmptyInputNotes {
  readonly #inputs: string[] = [];

  readonly add = (input: string): void => {
    this.#inputs.push(input);
  };

  tell(terminal: Terminal): void {
    for (const input of this.#inputs)
      terminal.say(`${input === '-' ? 'stdin' : escapeControls(input)} holds no rows`);
  }
}
