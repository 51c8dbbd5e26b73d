import { type ErrorCode, type ErrorParams, errorText } from '@turnpike/contract/errors'
import type { ConfigProblem } from '@turnpike/contract/system/config-file/config-file-api'
import { AppError } from '../../../http/app-error.ts'

/** A member of the file, from its root: `['channels', 0, 'type']`. */
export type Path = readonly (string | number)[]
/** Why a file cannot be applied, and where in the file. */
export type Problem = { path: Path; code: ErrorCode; params?: ErrorParams | undefined }

/** A refusal of a step, with the place in the file that caused the step. */
export class StepRefused extends Error {
  readonly problem: Problem
  constructor(problem: Problem) {
    super(problem.code)
    this.problem = problem
  }
}

const problemOf = (path: Path, { code, params }: AppError): Problem => ({ path, code, params })

/** Runs a check; its refusal becomes a problem of this place, and undefined is returned. */
export function noting<Result>(problems: Problem[], path: Path, check: () => Result): Result | undefined {
  try {
    return check()
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    problems.push(problemOf(path, error))
    return undefined
  }
}

/** Runs a step; its refusal is rethrown with this place. */
export async function at<Result>(path: Path, step: () => Promise<Result>): Promise<Result> {
  try {
    return await step()
  } catch (error) {
    throw error instanceof AppError ? new StepRefused(problemOf(path, error)) : error
  }
}

/** A problem in the form of the response; `lineOf` finds the line of a place. */
export const wireProblem = ({ path, code, params }: Problem, lineOf: (path: Path) => number): ConfigProblem => ({
  line: lineOf(path),
  path: path.join('.'),
  en: errorText(code, 'en', params),
  zh: errorText(code, 'zh', params),
})
