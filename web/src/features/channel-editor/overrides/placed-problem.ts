/** A problem of an override, and the member that has it. */
export type PlacedProblem = { at: string; text: string }

/** The props of a control whose value is the problem. */
export const markOf = (problem: PlacedProblem | undefined, at: string) => {
  const isWrong = problem?.at === at || problem?.at.startsWith(`${at}.`) === true
  return isWrong ? { 'aria-invalid': true as const, status: 'error' as const } : {}
}

export const isWithin = (problem: PlacedProblem | undefined, at: string): boolean =>
  problem !== undefined && (problem.at === at || problem.at.startsWith(`${at}.`) || problem.at.startsWith(`${at}[`))
