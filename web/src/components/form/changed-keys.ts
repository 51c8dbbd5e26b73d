/** The members in which two records differ; lists are equal when they hold equal values in the same order. */
export const changedKeys = <Values extends object>(before: Values, after: Values): (keyof Values)[] =>
  (Object.keys(before) as (keyof Values)[]).filter((key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]))
