/** An action in the address that the page asks to confirm: "disable:7", or "balance:12:5" with dollars to add. */
export type AskedAction = { verb: 'disable' | 'balance'; id: number; amount?: string }

const pattern = /^(disable|balance):([1-9]\d{0,14})(?::(\d{1,9}(?:\.\d{1,6})?))?$/

export const writeAskedAction = ({ verb, id, amount }: AskedAction): string =>
  [verb, id, amount].filter(Boolean).join(':')

export function readAskedAction(text: string | undefined): AskedAction | undefined {
  const [, verb, id, amount] = pattern.exec(text ?? '') ?? []
  if (verb !== 'disable' && verb !== 'balance') return undefined
  return { verb, id: Number(id), ...(amount && { amount }) }
}
