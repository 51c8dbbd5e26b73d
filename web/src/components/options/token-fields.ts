import { completionOfDollars, dollarsOfRatio, ratioOfDollars, readDecimal } from './price-math.ts'

/** A price per token as it is typed: the ratios that are stored, and the same in dollars. */
export type TokenFields = { ratio: string; completion: string; input: string; output: string }
export type TokenFieldName = keyof TokenFields

export type Typed = { fields: TokenFields; problem?: 'number' | 'range' | 'unreachable' | 'inputFirst' }

const numberOf = (text: string): number | undefined => {
  const read = readDecimal(text)
  return 'text' in read ? Number(read.text) : undefined
}

export function fieldsOf(ratio: number | undefined, completion: number, quotaPerUnit: number): TokenFields {
  if (ratio === undefined) return { ratio: '', completion: String(completion), input: '', output: '' }
  return {
    ratio: String(ratio),
    completion: String(completion),
    input: dollarsOfRatio(ratio, quotaPerUnit),
    output: dollarsOfRatio(ratio, quotaPerUnit, completion),
  }
}

/** The four fields after one was typed in: that one as typed, the others computed from it. */
export function typeField(before: TokenFields, name: TokenFieldName, text: string, quotaPerUnit: number): Typed {
  const fields = { ...before, [name]: text }
  const read = readDecimal(text)
  if ('problem' in read) return { fields, problem: read.problem }
  const ratio = name === 'input' ? ratioOfDollars(read.text, quotaPerUnit) : numberOf(fields.ratio)
  if (name === 'input' && ratio === undefined) return { fields, problem: 'unreachable' }
  if (name !== 'output') {
    const completion = numberOf(fields.completion) ?? 1
    return { fields: { ...fieldsOf(ratio, completion, quotaPerUnit), [name]: text } }
  }
  if (!ratio) return { fields, problem: 'inputFirst' }
  const completion = completionOfDollars(read.text, ratio, quotaPerUnit)
  if (completion === undefined) return { fields, problem: 'unreachable' }
  return { fields: { ...fieldsOf(ratio, completion, quotaPerUnit), [name]: text } }
}

/** The ratios to store; undefined while a field is no number. */
export function ratiosOf({ ratio, completion }: TokenFields): { ratio: number; completion: number } | undefined {
  const [input, output] = [numberOf(ratio), numberOf(completion)]
  return input === undefined || output === undefined ? undefined : { ratio: input, completion: output }
}
