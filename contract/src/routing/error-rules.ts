/** What is done about an error of an upstream. */
export const errorActions = [
  'retry', // another channel is tried, and nothing else
  'cool_key', // the key is paused, and another key or channel is tried; a channel with one key is paused itself
  'disable_key', // the key is disabled, and another one is tried; a channel with one key is disabled itself
  'cool_channel',
  'disable_channel',
  'pass', // the client gets the upstream's error, and nothing is tried again
] as const
export type ErrorAction = (typeof errorActions)[number]

export type ErrorRule = {
  /** `429`, `5xx`, or `*` for every status. */
  status: string
  action: ErrorAction
  /** A part of the error's message or code, in lower case; empty matches every error. */
  text: string
}

const line = new RegExp(`^(\\*|[45]xx|[45]\\d\\d)[ \\t]+(${errorActions.join('|')})(?:[ \\t]+(\\S.*))?$`)
export const errorRuleBounds = { pattern: line, lengthMax: 500 }

/** A rule in one line: status, action, and the text that the error contains: `403 disable_key account suspended`. */
export function readErrorRule(text: string): ErrorRule | undefined {
  const [, status, action, part = ''] = line.exec(text.trim()) ?? []
  // The pattern takes only actions of the list.
  return status && action ? { status, action: action as ErrorAction, text: part.trim().toLowerCase() } : undefined
}

const hasStatus = (rule: string, status: number) =>
  rule === '*' || rule === String(status) || (rule.endsWith('xx') && rule[0] === String(status)[0])

/** The first rule that an error matches. */
export const ruleFor = (
  rules: readonly ErrorRule[],
  error: { status: number; message: string; code?: string | undefined },
): ErrorRule | undefined => {
  const words = `${error.message}\n${error.code ?? ''}`.toLowerCase()
  return rules.find(({ status, text }) => hasStatus(status, error.status) && words.includes(text))
}
