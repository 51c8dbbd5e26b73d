import { noUsage, type Usage } from '../../../domain/money/pricing/usage.ts'
import { estimateByClass } from '../../counting/estimate.ts'
import type { JsonObject } from '../../forms/chat.ts'
import { UpstreamFailure } from '../../forms/failure.ts'
import { countOf, objectOf, textOf } from '../../translate/json/json-values.ts'

const usualOutputs = ['text', 'answer', 'result'] as const

/** The text of a workflow's outputs: the only output, one with a usual name, or all of them as JSON. */
export function outputText(value: unknown): string {
  const outputs = objectOf(value) ?? {}
  const entries = Object.values(outputs)
  if (entries.length === 1 && typeof entries[0] === 'string') return entries[0]
  const usual = usualOutputs.map((name) => outputs[name]).find((text) => typeof text === 'string')
  if (typeof usual === 'string') return usual
  return entries.length === 0 ? '' : JSON.stringify(outputs)
}

/** Throws if the workflow did not end with a usable result. */
export function checkWorkflow({ status, error }: JsonObject): void {
  if (status === 'failed')
    throw new UpstreamFailure('overloaded', {
      status: 500,
      message: textOf(error) ?? 'the workflow failed',
      type: 'server_error',
      code: 'workflow_failed',
    })
  if (status === 'paused')
    throw new UpstreamFailure('bad_request', {
      status: 400,
      message: 'the workflow waits for a person, and cannot be continued in a chat',
      type: 'invalid_request_error',
      code: 'workflow_paused',
    })
}

/** A workflow reports the tokens of all its steps as one number: all tokens beyond the text count as input. */
export function workflowUsage({ total_tokens }: JsonObject, text: string, model: string): Usage | undefined {
  const total = countOf(total_tokens)
  if (total === 0) return undefined
  // The prompt has at least one token.
  const output = Math.min(total - 1, estimateByClass(text, model))
  return { ...noUsage, input: total - output, output }
}
