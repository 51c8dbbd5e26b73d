import { absentModel, type Call } from '../exchange/call.ts'
import { given, isInteger, isObject, type JsonObject, objectsIn, textOf } from '../exchange/json.ts'
import { checkContents } from './content-rules.ts'
import { geminiError, invalidArgument, unknownName } from './errors.ts'
import { type ModelTraits, traitsOf } from './model-traits.ts'

const fields = new Set(
  'contents systemInstruction tools toolConfig safetySettings generationConfig cachedContent serviceTier labels store model'.split(
    ' ',
  ),
)
const configFields = new Set(
  (
    'temperature topP topK maxOutputTokens stopSequences candidateCount seed presencePenalty frequencyPenalty responseLogprobs logprobs ' +
    'responseMimeType responseSchema responseJsonSchema responseModalities thinkingConfig speechConfig imageConfig mediaResolution'
  ).split(' '),
)

export const modelMissing = (model: string, action: string) =>
  geminiError(
    404,
    `models/${model} is not found for API version v1beta, or is not supported for ${action}. Call ListModels to see the list of available models and their supported methods.`,
  )

/** Refuses what Google would refuse. Expects the body with its keys in camelCase. */
export function checkRequest(call: Call, body: JsonObject): void {
  const { model, key } = call
  if (model === absentModel) throw modelMissing(model, 'generateContent')
  const traits = traitsOf(model)
  for (const name of Object.keys(body)) if (!fields.has(name)) throw unknownName(name)
  checkContents(body, traits, key)
  if (traits.isGemma && given(body, 'systemInstruction'))
    throw invalidArgument(`Developer instruction is not enabled for models/${model}`)
  if (given(body, 'systemInstruction') && objectsIn((body.systemInstruction as JsonObject).parts).length === 0) {
    throw invalidArgument('* GenerateContentRequest.system_instruction.parts: contents.parts must not be empty.')
  }
  for (const [index, tool] of objectsIn(body.tools).entries()) checkTool(tool, `tools[${index}]`)
  checkToolConfig(body)
  checkMixedTools(body, traits)
  if (isObject(body.generationConfig)) checkConfig(body.generationConfig, traits)
}

function checkTool(tool: JsonObject, at: string): void {
  for (const [index, declared] of objectsIn(tool.functionDeclarations).entries()) {
    const where = `${at}.function_declarations[${index}]`
    if (!/^[a-zA-Z_][a-zA-Z0-9_.:-]{0,63}$/.test(textOf(declared.name))) {
      throw invalidArgument(
        `* GenerateContentRequest.${where}.name: Invalid function name. Must start with a letter or an underscore. Must be alphanumeric (a-z, A-Z, 0-9), underscores (_), dots (.), colons (:), or dashes (-), with a maximum length of 64.`,
      )
    }
    if (given(declared, 'parameters') && given(declared, 'parametersJsonSchema'))
      throw invalidArgument(`* ${where}: parameters and parameters_json_schema are mutually exclusive`)
    if (given(declared, 'parameters')) checkSchema(declared.parameters, `${where}.parameters`)
  }
}

function checkToolConfig(body: JsonObject): void {
  const config = isObject(body.toolConfig) ? body.toolConfig.functionCallingConfig : undefined
  if (!isObject(config)) return
  const declared = objectsIn(body.tools).flatMap((tool) => objectsIn(tool.functionDeclarations).map(({ name }) => name))
  if (!['AUTO', 'NONE', 'ANY', 'VALIDATED'].includes(textOf(config.mode)))
    throw invalidArgument(`Invalid value at 'tool_config.function_calling_config.mode', "${config.mode}"`)
  if (config.mode === 'ANY' && declared.length === 0)
    throw invalidArgument('Function calling mode is ANY but no function declarations are given.')
  for (const name of Array.isArray(config.allowedFunctionNames) ? config.allowedFunctionNames : []) {
    if (!declared.includes(name))
      throw invalidArgument(`allowed_function_names contains an undeclared function: ${name}`)
  }
}

const ownTools = ['googleSearch', 'codeExecution', 'urlContext', 'googleMaps', 'fileSearch']

/** Google's own tools beside functions: only from Gemini 3 on, and only if their calls are shown. */
function checkMixedTools(body: JsonObject, { version }: ModelTraits): void {
  const tools = objectsIn(body.tools)
  const isMixed =
    tools.some((tool) => given(tool, 'functionDeclarations')) &&
    tools.some((tool) => ownTools.some((name) => given(tool, name)))
  if (!isMixed) return
  if (version < 3) throw invalidArgument('Tool use with function calling is unsupported')
  const config = isObject(body.toolConfig) ? body.toolConfig : {}
  if (config.includeServerSideToolInvocations !== true)
    throw invalidArgument(
      'Please enable tool_config.include_server_side_tool_invocations to use Built-in tools with Function calling.',
    )
  if (isObject(config.functionCallingConfig) && config.functionCallingConfig.mode === 'AUTO')
    throw invalidArgument('Function calling mode AUTO is not supported with built-in tools; use VALIDATED.')
}

function checkConfig(config: JsonObject, traits: ModelTraits): void {
  for (const name of Object.keys(config)) if (!configFields.has(name)) throw unknownName(name, 'generation_config')
  const { temperature, maxOutputTokens, stopSequences, candidateCount } = config
  if (typeof temperature === 'number' && (temperature < 0 || temperature > 2))
    throw invalidArgument(
      '* GenerateContentRequest.generation_config.temperature: temperature must be in the range [0.0, 2.0].',
    )
  if (given(config, 'maxOutputTokens') && !isInteger(maxOutputTokens, 1))
    throw invalidArgument(
      '* GenerateContentRequest.generation_config.max_output_tokens: max_output_tokens must be positive.',
    )
  if (Array.isArray(stopSequences) && stopSequences.length > 5)
    throw invalidArgument(
      '* GenerateContentRequest.generation_config.stop_sequences: at most 5 stop sequences are allowed.',
    )
  const candidatesMax = traits.version >= 3 ? 1 : 8
  if (given(config, 'candidateCount') && !isInteger(candidateCount, 1, candidatesMax))
    throw invalidArgument('Multiple candidates is not enabled for this model')
  for (const name of traits.isStrict ? ['temperature', 'topP', 'topK'] : []) {
    if (given(config, name)) throw invalidArgument(`${name} is not supported for this model`)
  }
  const hasSchema = given(config, 'responseSchema') || given(config, 'responseJsonSchema')
  if (hasSchema && config.responseMimeType !== 'application/json')
    throw invalidArgument(
      '* GenerateContentRequest.generation_config.response_schema: only supported with application/json response mime type',
    )
  if (given(config, 'responseSchema')) checkSchema(config.responseSchema, 'generation_config.response_schema')
  if (isObject(config.thinkingConfig)) checkThinking(config.thinkingConfig, traits)
}

function checkThinking({ thinkingBudget, thinkingLevel }: JsonObject, { budget, levels, version }: ModelTraits): void {
  if (thinkingBudget !== undefined && thinkingLevel !== undefined)
    throw invalidArgument('You can only set only one of thinking budget and thinking level.')
  if (thinkingLevel !== undefined && version > 0) {
    if (!levels) throw invalidArgument('Thinking level is not supported for this model.')
    if (!levels.includes(textOf(thinkingLevel).toLowerCase()))
      throw invalidArgument(`Thinking level ${thinkingLevel} is not supported for this model.`)
  }
  if (typeof thinkingBudget !== 'number' || !budget || thinkingBudget === -1) return
  if (thinkingBudget === 0 && !budget.mayBeOff)
    throw invalidArgument('Budget 0 is invalid. This model only works in thinking mode.')
  if (thinkingBudget !== 0 && (thinkingBudget < budget.min || thinkingBudget > budget.max)) {
    throw invalidArgument(
      `The thinking budget ${thinkingBudget} is invalid. Please choose a value between ${budget.min} and ${budget.max}.`,
    )
  }
}

const keywords = new Set(
  (
    'type format title description nullable enum items properties required anyOf default example minItems maxItems minLength ' +
    'maxLength minimum maximum minProperties maxProperties pattern propertyOrdering'
  ).split(' '),
)

/** Refuses a schema outside the part of OpenAPI that Google accepts. */
function checkSchema(schema: unknown, at: string): void {
  if (!isObject(schema))
    throw invalidArgument(`Invalid value at '${at}' (type.googleapis.com/google.ai.generativelanguage.Schema)`)
  for (const name of Object.keys(schema)) if (!keywords.has(name)) throw unknownName(name, at)
  if (Array.isArray(schema.type))
    throw invalidArgument(
      `Invalid JSON payload received at '${at}.type': Proto field is not repeating, cannot start list.`,
    )
  const type = textOf(schema.type).toUpperCase()
  if (Array.isArray(schema.enum) && (type !== 'STRING' || schema.enum.some((each) => typeof each !== 'string'))) {
    throw invalidArgument(`* ${at}.enum: only allowed for STRING type`)
  }
  if (type === 'STRING' && schema.format !== undefined && !['enum', 'date-time'].includes(textOf(schema.format))) {
    throw invalidArgument(`* ${at}.format: only 'enum' and 'date-time' are supported for STRING type`)
  }
  if (type === 'ARRAY') {
    if (schema.items === undefined) throw invalidArgument(`* ${at}.items: missing field.`)
    checkSchema(schema.items, `${at}.items`)
  }
  if (type === 'OBJECT') checkProperties(schema, at)
  if (Array.isArray(schema.anyOf))
    for (const [index, each] of schema.anyOf.entries()) checkSchema(each, `${at}.any_of[${index}]`)
}

function checkProperties(schema: JsonObject, at: string): void {
  const properties = isObject(schema.properties) ? schema.properties : {}
  if (Object.keys(properties).length === 0)
    throw invalidArgument(`* ${at}.properties: should be non-empty for OBJECT type`)
  for (const [name, property] of Object.entries(properties)) checkSchema(property, `${at}.properties[${name}]`)
  const required = Array.isArray(schema.required) ? schema.required : []
  required.forEach((name: unknown, index) => {
    if (!Object.hasOwn(properties, textOf(name)))
      throw invalidArgument(`* ${at}.required[${index}]: property is not defined`)
  })
}
