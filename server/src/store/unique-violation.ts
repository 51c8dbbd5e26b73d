const sqliteConstraints: ReadonlySet<unknown> = new Set([1555, 2067]) // primary key, unique index

/** Whether a statement failed because another row already has the value. */
export const isUniqueViolation = (error: unknown): boolean =>
  error instanceof Error &&
  (('code' in error && error.code === '23505') || ('errcode' in error && sqliteConstraints.has(error.errcode)))
