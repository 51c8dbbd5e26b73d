import { isObject, type JsonObject, numberOf, objectsIn, textOf } from '../exchange/json.ts'
import type { Prompt } from '../model/completion.ts'
import { partsOf } from './content-rules.ts'

/** A request in Google's format as the mock model reads it. */
export function readContents(body: JsonObject): Prompt {
  const config = isObject(body.generationConfig) ? body.generationConfig : {}
  const declared = objectsIn(body.tools).flatMap((tool) => objectsIn(tool.functionDeclarations))
  const ask: Prompt = {
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
    ask.characters += lengthOf(content)
    ask.results = []
    if (content.role !== 'model') readUser(partsOf(content), ask)
  }
  return ask
}

function readUser(parts: JsonObject[], ask: Prompt): void {
  const text: string[] = []
  const media: string[] = []
  for (const { functionResponse, inlineData, fileData, text: said } of parts) {
    if (isObject(functionResponse))
      ask.results.push({ name: textOf(functionResponse.name), content: JSON.stringify(functionResponse.response) })
    if (isObject(inlineData)) media.push(textOf(inlineData.mimeType))
    if (isObject(fileData)) media.push(textOf(fileData.mimeType) || 'by address')
    if (textOf(said) !== '') text.push(textOf(said))
  }
  if (text.length === 0 && media.length === 0) return
  ask.prompt = text.join('\n')
  ask.media = media
}

const lengthOf = (content: JsonObject): number =>
  partsOf(content).reduce((sum, { text, functionCall, functionResponse }) => {
    const structured = functionCall ?? functionResponse
    return sum + textOf(text).length + (structured === undefined ? 0 : JSON.stringify(structured).length)
  }, 0)

function choiceOf(toolConfig: unknown): Prompt['toolChoice'] {
  const config =
    isObject(toolConfig) && isObject(toolConfig.functionCallingConfig) ? toolConfig.functionCallingConfig : {}
  if (config.mode === 'NONE') return 'none'
  if (config.mode !== 'ANY') return undefined
  const allowed = Array.isArray(config.allowedFunctionNames) ? config.allowedFunctionNames : []
  return allowed.length === 1 ? { name: textOf(allowed[0]) } : 'required'
}

function formatOf(config: JsonObject): Prompt['format'] {
  if (config.responseMimeType !== 'application/json') return undefined
  const schema = config.responseJsonSchema ?? config.responseSchema
  return schema === undefined ? 'json' : { schema }
}
