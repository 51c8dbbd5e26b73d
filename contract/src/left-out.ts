import { z } from 'zod'

/** A member that clients of this family may leave out or send as null, which says nothing. */
export const orNothing = <Schema extends z.ZodType>(schema: Schema) =>
  schema.nullish().transform((given) => given ?? undefined)

/** The same where saying nothing means a value. */
export const orElse = <Schema extends z.ZodType>(schema: Schema, value: z.output<Schema>) =>
  schema.nullish().transform((given) => given ?? value)

/** A text that may also be sent empty to say nothing. */
export const unlessEmpty = <Schema extends z.ZodType<string, string>>(schema: Schema) =>
  z.preprocess((given) => (given === null || given === '' ? undefined : given), schema.optional())
