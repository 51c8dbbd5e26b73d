import { isObject } from '../../translate/json/json-values.ts'
import { type FailureTable, failureByText } from '../../translate/response/failure-of.ts'
import { anthropicFailure } from '../anthropic/failure.ts'
import { openAiCodes, openAiFailure } from '../openai/failure.ts'
import type { ReadFailure } from '../provider.ts'

const codes: FailureTable = {
  ...openAiCodes,
  DeploymentNotFound: 'no_model',
  api_not_supported: 'no_model',
  // A deployment of a retired model, or of a model of another kind.
  OperationNotSupported: 'no_model',
}

/** Errors of Claude have Anthropic's form, unless Azure refused the request before the model. */
export const azureFailure: ReadFailure = (status, body, headers = {}) => {
  if (isObject(body) && body.type === 'error') return anthropicFailure(status, body, headers)
  const failure = openAiFailure(status, body, headers, codes)
  // A suspended resource refuses every request until its owner has contacted Microsoft.
  return failureByText(failure, [[/resource has been temporarily blocked/i, 'bad_key']])
}
