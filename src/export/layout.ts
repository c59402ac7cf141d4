/** Owns the names of the layouts: `long`, one row per instance and stage; `wide`, one row per instance. */
export const LAYOUTS = ['long', 'wide'] as const;
export type Layout = (typeof LAYOUTS)[number];
