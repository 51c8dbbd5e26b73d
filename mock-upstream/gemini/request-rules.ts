import { absentModel, type Call } from '../exchange/call.ts'
import { given, isInteger, isObject, type JsonObject, objectsIn, textOf } from '../exchange/json.ts'
import { checkContents } from './content-rules.ts'
import { checkNames, geminiError, invalidArgument, namesIn } from './errors.ts'
import { type ModelTraits, traitsOf } from './model-traits.ts'

// The fields that the converters of @google/genai 2.32 write (dist/node/index.mjs, read 2026-11-18): `…ToMldev` for the
// Gemini API, `…ToVertex` for Vertex.
const fields = namesIn(
  'contents systemInstruction tools toolConfig safetySettings generationConfig cachedContent serviceTier labels continuationToken model',
)
const fieldsOfGemini = namesIn('store')
const fieldsOfVertex = namesIn('modelArmorConfig outputConfig')
const configFields = namesIn(
  'temperature topP topK maxOutputTokens stopSequences candidateCount seed presencePenalty frequencyPenalty responseLogprobs logprobs ' +
    'responseMimeType responseSchema responseJsonSchema responseModalities thinkingConfig speechConfig imageConfig mediaResolution ' +
    'audioTranscriptionConfig',
)
const configFieldsOfGemini = namesIn('enableEnhancedCivicAnswers')
const configFieldsOfVertex = namesIn('audioTimestamp enableAffectiveDialog modelConfig routingConfig translationConfig')
const thinkingFields = namesIn('includeThoughts thinkingBudget thinkingLevel')
const imageFields = namesIn('aspectRatio imageSize')
const imageFieldsOfVertex = namesIn('personGeneration imageOutputOptions prominentPeople')

const toolFields = namesIn(
  'functionDeclarations googleSearch googleSearchRetrieval codeExecution urlContext googleMaps computerUse mcpServers',
)
const toolFieldsOfGemini = namesIn('fileSearch')
const toolFieldsOfVertex = namesIn('retrieval enterpriseWebSearch exaAiSearch parallelAiSearch')
const functionFields = namesIn('name description parameters parametersJsonSchema response responseJsonSchema behavior')
const toolConfigFields = namesIn('functionCallingConfig retrievalConfig')
const toolConfigFieldsOfGemini = namesIn('includeServerSideToolInvocations')
const callingFields = namesIn('mode allowedFunctionNames')
const callingFieldsOfVertex = namesIn('streamFunctionCallArguments')

// Enumerations of @google/genai 2.32 (dist/genai.d.ts), and XHIGH of @ai-sdk/google 4.0.121. Read 2026-11-18.
const thresholds = namesIn(
  'HARM_BLOCK_THRESHOLD_UNSPECIFIED BLOCK_LOW_AND_ABOVE BLOCK_MEDIUM_AND_ABOVE BLOCK_ONLY_HIGH BLOCK_NONE OFF',
)
const modalities = namesIn('MODALITY_UNSPECIFIED TEXT IMAGE AUDIO VIDEO')
const thinkingLevels = namesIn('THINKING_LEVEL_UNSPECIFIED MINIMAL LOW MEDIUM HIGH XHIGH')

const isOnVertex = ({ path }: Call): boolean => path.includes('/publishers/') || path.includes('/endpoints/')

function checkEnum(value: unknown, at: string, known: ReadonlySet<string>): void {
  if (value !== undefined && !known.has(textOf(value).toUpperCase()))
    throw invalidArgument(`Invalid value at '${at}', ${JSON.stringify(value)}`)
}

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
  const onVertex = isOnVertex(call)
  checkNames(body, '', fields, onVertex ? fieldsOfVertex : fieldsOfGemini)
  checkContents(body, traits, key)
  if (traits.isGemma && given(body, 'systemInstruction'))
    throw invalidArgument(`Developer instruction is not enabled for models/${model}`)
  if (given(body, 'systemInstruction') && objectsIn((body.systemInstruction as JsonObject).parts).length === 0) {
    throw invalidArgument('* GenerateContentRequest.system_instruction.parts: contents.parts must not be empty.')
  }
  for (const [index, tool] of objectsIn(body.tools).entries()) {
    checkNames(tool, `tools[${index}]`, toolFields, onVertex ? toolFieldsOfVertex : toolFieldsOfGemini)
    checkTool(tool, `tools[${index}]`)
  }
  checkNames(body.toolConfig, 'tool_config', toolConfigFields, ...(onVertex ? [] : [toolConfigFieldsOfGemini]))
  checkToolConfig(body, onVertex)
  checkMixedTools(body, traits, onVertex)
  for (const [index, { threshold }] of objectsIn(body.safetySettings).entries())
    checkEnum(threshold, `safety_settings[${index}].threshold`, thresholds)
  if (!isObject(body.generationConfig)) return
  checkConfig(body.generationConfig, traits, onVertex)
  checkJson(body, body.generationConfig, traits)
}

/** Older models do not combine functions with JSON. Recorded: github.com/googleapis/python-genai issue 867. */
function checkJson(body: JsonObject, { responseMimeType }: JsonObject, { version }: ModelTraits): void {
  const hasFunctions = objectsIn(body.tools).some((tool) => given(tool, 'functionDeclarations'))
  if (hasFunctions && responseMimeType === 'application/json' && version < 3)
    throw invalidArgument("Function calling with a response mime type: 'application/json' is unsupported")
}

function checkTool(tool: JsonObject, at: string): void {
  for (const [index, declared] of objectsIn(tool.functionDeclarations).entries()) {
    const where = `${at}.function_declarations[${index}]`
    checkNames(declared, where, functionFields)
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

function checkToolConfig(body: JsonObject, onVertex: boolean): void {
  const config = isObject(body.toolConfig) ? body.toolConfig.functionCallingConfig : undefined
  if (!isObject(config)) return
  const hostFields = onVertex ? [callingFieldsOfVertex] : []
  checkNames(config, 'tool_config.function_calling_config', callingFields, ...hostFields)
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

/**
 * Google's own tools beside functions: only from Gemini 3 on (recorded: github.com/symfony/ai issue 803). The Gemini API
 * requires a field for it (recorded: github.com/cloudwego/eino-ext issue 761), which Vertex does not have (toolConfigToVertex
 * of @google/genai 2.32). `AUTO` is not accepted: github.com/Pretend-to/mio-chat-backend issue 30.
 */
function checkMixedTools(body: JsonObject, { version }: ModelTraits, onVertex: boolean): void {
  const config = isObject(body.toolConfig) ? body.toolConfig : {}
  const tools = objectsIn(body.tools)
  const isMixed =
    tools.some((tool) => given(tool, 'functionDeclarations')) &&
    tools.some((tool) => ownTools.some((name) => given(tool, name)))
  if (!isMixed) return
  if (version < 3) throw invalidArgument('Tool use with function calling is unsupported')
  if (!onVertex && config.includeServerSideToolInvocations !== true)
    throw invalidArgument(
      'Please enable tool_config.include_server_side_tool_invocations to use Built-in tools with Function calling.',
    )
  if (isObject(config.functionCallingConfig) && config.functionCallingConfig.mode === 'AUTO')
    throw invalidArgument('Function calling mode AUTO is not supported with built-in tools; use VALIDATED.')
}

function checkConfig(config: JsonObject, traits: ModelTraits, onVertex: boolean): void {
  checkNames(config, 'generation_config', configFields, onVertex ? configFieldsOfVertex : configFieldsOfGemini)
  checkNames(config.thinkingConfig, 'generation_config.thinking_config', thinkingFields)
  const hostFields = onVertex ? [imageFieldsOfVertex] : []
  checkNames(config.imageConfig, 'generation_config.image_config', imageFields, ...hostFields)
  for (const [index, modality] of (Array.isArray(config.responseModalities) ? config.responseModalities : []).entries())
    checkEnum(modality, `generation_config.response_modalities[${index}]`, modalities)
  checkPenalties(config, traits, onVertex)
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

function checkPenalties(config: JsonObject, { refusesPenalties }: ModelTraits, onVertex: boolean): void {
  const isRefused = refusesPenalties === 'always' || (refusesPenalties === 'onGemini' && !onVertex)
  if (isRefused && (given(config, 'presencePenalty') || given(config, 'frequencyPenalty')))
    throw invalidArgument('Penalty is not enabled for this model')
}

// Recorded: a level of an older model, github.com/RooCodeInc/Roo-Code issue 10700; an unsupported level,
// github.com/can1357/oh-my-pi issue 10543. Both together: ThinkingConfig of hexdocs.pm/gemini_ex 0.13.0. A budget of
// Gemini 4: docs/15-google.mdx of @ai-sdk/google 4.0.121. Read 2026-11-18.
function checkThinking({ thinkingBudget, thinkingLevel }: JsonObject, { budget, levels, version }: ModelTraits): void {
  checkEnum(thinkingLevel, 'generation_config.thinking_config.thinking_level', thinkingLevels)
  if (thinkingBudget !== undefined && thinkingLevel !== undefined)
    throw invalidArgument('You can only set only one of thinking budget and thinking level.')
  if (thinkingBudget !== undefined && version >= 4)
    throw invalidArgument('Thinking budget is not supported for this model.')
  if (thinkingLevel !== undefined && version > 0) {
    if (!levels) throw invalidArgument('Thinking level is not supported for this model.')
    if (!levels.includes(textOf(thinkingLevel).toLowerCase()))
      throw invalidArgument(`Thinking level is unsupported: THINKING_LEVEL_${textOf(thinkingLevel).toUpperCase()}`)
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
  checkNames(schema, at, keywords)
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
