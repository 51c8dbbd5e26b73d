import type { ErrorParams } from '@turnpike/contract/form-errors'
import type { OverrideFault } from '@turnpike/contract/routing/overrides'
import type { Position } from '../../../components/fields/json-error-position.ts'
import { objectProblem } from '../../../components/fields/json-problem.ts'
import type { ChannelFormErrorCode } from '../../../lib/text/channel-refusal-text.ts'

/** Problems of rows while they are typed, before the JSON can have one. */
const rowProblems = ['row_name', 'row_value', 'row_repeated', 'value_json'] as const
type RowProblem = (typeof rowProblems)[number]
export const isRowProblem = (code: string): code is RowProblem => rowProblems.some((each) => each === code)

export type OverrideProblem = {
  code: ChannelFormErrorCode | RowProblem
  params?: ErrorParams
  /** The member with the problem, such as `operations[2].path`. */
  at: string
  /** Of a syntax error in the JSON. */
  place?: Position | undefined
}

export const repeated = (name: string | undefined, at = ''): OverrideProblem | undefined =>
  name === undefined ? undefined : { code: 'row_repeated', params: { name }, at }

export const unreadable = (text: string, { code, place, name }: OverrideFault, at = place): OverrideProblem => ({
  code,
  params: { place, name },
  at,
  place: objectProblem(text)?.position,
})
