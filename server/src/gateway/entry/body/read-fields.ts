import { badRequest } from '../errors/refusals.ts'

const countMax = 128
const modelLengthMax = 256

/** A model's name: printable, not too long, compared exactly after trimming. */
export function readModel(value: unknown): string {
  const model = typeof value === 'string' ? value.trim() : ''
  if (model === '') throw badRequest('model is required', 'model')
  if (model.length > modelLengthMax || /\p{Cc}/u.test(model)) throw badRequest('model is not a valid name', 'model')
  return model
}

/** The number of choices or images. It multiplies the price, so it has bounds. */
export function readCount(value: unknown): number {
  if (value === undefined || value === null || value === 0) return 1
  if (!Number.isInteger(value) || Number(value) < 1 || Number(value) > countMax)
    throw badRequest(`n must be a whole number from 1 to ${countMax}`, 'n')
  return Number(value)
}
