import { z } from 'zod'

/** A member that clients of this family may leave out or send as null; both mean that it is absent. */
export const orNothing = <Schema extends z.ZodType>(schema: Schema) =>
  schema.nullish().transform((value) => value ?? undefined)

/** The same where an absent member has a default. */
export const orElse = <Schema extends z.ZodType>(schema: Schema, usual: z.output<Schema>) =>
  schema.nullish().transform((value) => value ?? usual)

/** A text that counts as absent when it is empty. */
export const unlessEmpty = <Schema extends z.ZodType<string, string>>(schema: Schema) =>
  z.preprocess((value) => (value === null || value === '' ? undefined : value), schema.optional())
