import { isObject, type JsonObject, objectsIn, textOf } from '../exchange/json.ts'
import { checkNames, invalidArgument, namesIn } from './errors.ts'
import type { ModelTraits } from './model-traits.ts'
import { isSignature } from './signature.ts'

const dataFields = [
  'text',
  'inlineData',
  'fileData',
  'functionCall',
  'functionResponse',
  'executableCode',
  'codeExecutionResult',
  'toolCall',
  'toolResponse',
  'audioTranscription',
]
const partFields = namesIn(
  `${dataFields.join(' ')} thought thoughtSignature videoMetadata mediaResolution mediaProcessing speechMetadata partMetadata`,
)
const contentFields = namesIn('role parts')
const callFields = namesIn('id name args')
const resultFields = namesIn('id name response parts scheduling willContinue')

export const partsOf = (content: JsonObject): JsonObject[] => objectsIn(content.parts)

/**
 * Refuses a conversation that Google would refuse. Recorded refusals, read 2026-11-18: the last turn, github.com/anomalyco/opencode
 * issue 47034; signatures, github.com/nanbingxyz/5ire issue 405; the number of results, github.com/google-gemini/gemini-cli
 * issue 5443; the spelling of an unknown field, github.com/pydantic/pydantic-ai issue 5081. Roles and parts: Content and
 * Part of @google/genai 2.32.
 */
export function checkContents(body: JsonObject, traits: ModelTraits, key: string): void {
  const contents = objectsIn(body.contents)
  if (contents.length === 0) throw invalidArgument('* GenerateContentRequest.contents: contents is not specified')
  contents.forEach((content, index) => {
    checkContent(content, `contents[${index}]`)
  })
  contents.forEach((content, index) => {
    const calls = partsOf(content).filter(({ functionCall }) => functionCall !== undefined)
    checkSignatures(calls, traits, key)
    checkResponses(contents, index, traits)
  })
  const last = contents.at(-1)
  if (traits.isStrict && last?.role === 'model')
    throw invalidArgument('Requests ending with a model turn are not supported.')
}

function checkContent(content: JsonObject, at: string): void {
  const { role } = content
  if (role !== undefined && !['user', 'model', 'function'].includes(textOf(role)))
    throw invalidArgument('Please use a valid role: user, model.')
  checkNames(content, at, contentFields)
  const parts = partsOf(content)
  const isEmpty = parts.every((part) => part.text === '' && part.thoughtSignature === undefined)
  if (parts.length === 0 || isEmpty)
    throw invalidArgument(`* GenerateContentRequest.${at}.parts: contents.parts must not be empty.`)
  parts.forEach((part, index) => {
    checkPart(part, `${at}.parts[${index}]`)
  })
}

function checkPart(part: JsonObject, at: string): void {
  checkNames(part, at, partFields)
  const given = dataFields.filter((name) => part[name] !== undefined).length
  // Gemini CLI sends the last signature of a stream back without the empty text that it came with.
  if (given !== 1 && !(given === 0 && part.thoughtSignature !== undefined)) {
    throw invalidArgument(
      `* GenerateContentRequest.${at}.data: required oneof field 'data' must have one initialized field`,
    )
  }
  const { inlineData, functionCall, functionResponse } = part
  checkNames(functionCall, `${at}.function_call`, callFields)
  checkNames(functionResponse, `${at}.function_response`, resultFields)
  if (inlineData !== undefined) {
    const data = isObject(inlineData) ? inlineData : {}
    if (textOf(data.mimeType) === '')
      throw invalidArgument(`* GenerateContentRequest.${at}.inline_data.mime_type: must not be empty`)
    if (!/^[A-Za-z0-9+/_-]+={0,2}$/.test(textOf(data.data)))
      throw invalidArgument(`Invalid value at '${at}.inline_data.data' (TYPE_BYTES), Base64 decoding failed`)
  }
  if (
    functionCall !== undefined &&
    !(isObject(functionCall) && (functionCall.args === undefined || isObject(functionCall.args)))
  ) {
    throw invalidArgument(`Invalid value at '${at}.function_call.args' (type.googleapis.com/google.protobuf.Struct)`)
  }
  if (functionResponse === undefined) return
  if (!isObject(functionResponse) || textOf(functionResponse.name) === '')
    throw invalidArgument(`* GenerateContentRequest.${at}.function_response.name: Name cannot be empty.`)
  if (!isObject(functionResponse.response))
    throw invalidArgument(
      `Invalid value at '${at}.function_response.response' (type.googleapis.com/google.protobuf.Struct)`,
    )
}

/** Only the first call of a group has a signature. */
function checkSignatures(calls: JsonObject[], { needsSignatures }: ModelTraits, key: string): void {
  const [first] = calls
  if (!needsSignatures || !first || !isObject(first.functionCall)) return
  const { name } = first.functionCall
  if (first.thoughtSignature === undefined)
    throw invalidArgument(
      `Function call is missing a thought_signature in functionCall parts. Function call \`${name}\`.`,
    )
  if (!isSignature(textOf(first.thoughtSignature), key, first.functionCall))
    throw invalidArgument('Thought signature is not valid.')
}

/** A turn of results has exactly one result for each call of the turn before it. */
function checkResponses(contents: JsonObject[], index: number, { isStrict }: ModelTraits): void {
  const content = contents[index]
  const before = contents[index - 1]
  if (!content) return
  const results = partsOf(content).flatMap(({ functionResponse }) =>
    isObject(functionResponse) ? [functionResponse] : [],
  )
  const calls = before
    ? partsOf(before).flatMap(({ functionCall }) => (isObject(functionCall) ? [functionCall] : []))
    : []
  if (calls.length !== results.length) {
    throw invalidArgument(
      'Please ensure that the number of function response parts is equal to the number of function call parts of the function call turn.',
    )
  }
  const isLast = index === contents.length - 1
  if (isLast && partsOf(content).some(({ functionCall }) => functionCall !== undefined)) {
    throw invalidArgument('Please ensure that function call turns are followed by a function response turn.')
  }
  for (const { id, name } of isStrict ? results : []) {
    if (!calls.some((call) => call.name === name && call.id === id && id !== undefined)) {
      throw invalidArgument(`Function response \`${name}\` must carry the id and name of its function call.`)
    }
  }
}
