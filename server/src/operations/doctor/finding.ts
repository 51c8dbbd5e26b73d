export type State = 'ok' | 'warning' | 'problem'
/** The finding of a check, and its remedy. It contains no secret. */
export type Finding = { check: string; state: State; found: string; advice?: string }

export const ok = (check: string, found: string): Finding => ({ check, state: 'ok', found })
export const warning = (check: string, found: string, advice: string): Finding => ({
  ...{ check, state: 'warning', found, advice },
})
export const problem = (check: string, found: string, advice: string): Finding => ({
  ...{ check, state: 'problem', found, advice },
})

/** An error as one line. */
export const reasonOf = (error: unknown): string => {
  const { message, code } = error as { message?: string; code?: string }
  return (message || code || String(error)).replaceAll('\n', ' ').trim()
}
