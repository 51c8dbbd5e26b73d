import { isObject, type JsonObject, numberOf, objectsIn, textOf } from '../exchange/json.ts'
import type { ModelRequest } from '../model/completion.ts'
import { partsOf } from './content-rules.ts'

/** A request in Google's format as the mock model reads it. */
export function readContents(body: JsonObject): ModelRequest {
  const config = isObject(body.generationConfig) ? body.generationConfig : {}
  const declared = objectsIn(body.tools).flatMap((tool) => objectsIn(tool.functionDeclarations))
  const request: ModelRequest = {
    prompt: '',
    characters:
      (declared.length > 0 ? JSON.stringify(body.tools).length : 0) +
      lengthOf(isObject(body.systemInstruction) ? body.systemInstruction : {}),
    media: [],
    tools: declared.map((each) => ({ name: textOf(each.name), schema: each.parametersJsonSchema ?? each.parameters })),
    toolChoice: choiceOf(body.toolConfig),
    results: [],
    format: formatOf(config),
    stop: Array.isArray(config.stopSequences) ? config.stopSequences.map(String) : undefined,
    outputMax: numberOf(config.maxOutputTokens),
  }
  for (const content of objectsIn(body.contents)) {
    request.characters += lengthOf(content)
    request.results = []
    if (content.role !== 'model') readUser(partsOf(content), request)
  }
  return request
}

function readUser(parts: JsonObject[], request: ModelRequest): void {
  const text: string[] = []
  const media: string[] = []
  for (const { functionResponse, inlineData, fileData, text: said } of parts) {
    if (isObject(functionResponse))
      request.results.push({ name: textOf(functionResponse.name), content: JSON.stringify(functionResponse.response) })
    if (isObject(inlineData)) media.push(textOf(inlineData.mimeType))
    if (isObject(fileData)) media.push(textOf(fileData.mimeType) || 'by address')
    if (textOf(said) !== '') text.push(textOf(said))
  }
  if (text.length === 0 && media.length === 0) return
  request.prompt = text.join('\n')
  request.media = media
}

const lengthOf = (content: JsonObject): number =>
  partsOf(content).reduce((sum, { text, functionCall, functionResponse }) => {
    const structured = functionCall ?? functionResponse
    return sum + textOf(text).length + (structured === undefined ? 0 : JSON.stringify(structured).length)
  }, 0)

function choiceOf(toolConfig: unknown): ModelRequest['toolChoice'] {
  const config =
    isObject(toolConfig) && isObject(toolConfig.functionCallingConfig) ? toolConfig.functionCallingConfig : {}
  if (config.mode === 'NONE') return 'none'
  if (config.mode !== 'ANY') return undefined
  const allowed = Array.isArray(config.allowedFunctionNames) ? config.allowedFunctionNames : []
  return allowed.length === 1 ? { name: textOf(allowed[0]) } : 'required'
}

function formatOf(config: JsonObject): ModelRequest['format'] {
  if (config.responseMimeType !== 'application/json') return undefined
  const schema = config.responseJsonSchema ?? config.responseSchema
  return schema === undefined ? 'json' : { schema }
}
