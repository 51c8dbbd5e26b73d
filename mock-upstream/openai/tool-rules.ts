import { given, isObject, type JsonObject, objectsIn } from '../exchange/json.ts'
import { invalidValue, missingParameter, openaiError } from './errors.ts'
import { checkStrictSchema } from './parameter-rules.ts'

const namePattern = /^[a-zA-Z0-9_-]{1,64}$/

/** Refuses tools that OpenAI's chat endpoint would refuse. */
export function checkTools(body: JsonObject): void {
  if (!given(body, 'tools')) {
    for (const name of ['tool_choice', 'parallel_tool_calls']) {
      if (given(body, name)) {
        throw openaiError(400, `Invalid value for '${name}': '${name}' is only allowed when 'tools' are specified.`, {
          param: name,
        })
      }
    }
    return
  }
  if (!Array.isArray(body.tools) || body.tools.length === 0) {
    throw openaiError(400, "Invalid 'tools': empty array. Expected an array with minimum length 1.", {
      param: 'tools',
      code: 'empty_array',
    })
  }
  const names = body.tools.map((tool, index) => checkTool(tool, `tools[${index}]`))
  checkChoice(body.tool_choice, names)
}

function checkTool(tool: unknown, at: string): string {
  if (!isObject(tool) || !['function', 'custom'].includes(String(tool.type))) {
    throw invalidValue(`${at}.type`, "supported values are 'function' and 'custom'.")
  }
  const about = tool[String(tool.type)]
  if (!isObject(about) || typeof about.name !== 'string') throw missingParameter(`${at}.${tool.type}.name`)
  if (!namePattern.test(about.name)) {
    throw openaiError(
      400,
      `Invalid '${at}.function.name': string does not match pattern. Expected '^[a-zA-Z0-9_-]+$'.`,
      {
        param: `${at}.function.name`,
        code: 'invalid_value',
      },
    )
  }
  checkToolSchema(about, `${at}.function.parameters`)
  return about.name
}

export function checkToolSchema(tool: JsonObject, param: string): void {
  if (!given(tool, 'parameters')) return
  if (!isObject(tool.parameters) || tool.parameters.type !== 'object') {
    throw openaiError(
      400,
      `Invalid schema for function '${tool.name}': schema must be a JSON Schema of 'type: "object"'.`,
      { param, code: 'invalid_function_parameters' },
    )
  }
  if (tool.strict === true) checkStrictSchema(tool.parameters, param)
}

function checkChoice(choice: unknown, names: string[]): void {
  if (choice === undefined || choice === null || ['none', 'auto', 'required'].includes(String(choice))) return
  if (!isObject(choice)) throw invalidValue('tool_choice', `'${choice}' is not supported.`)
  if (choice.type === 'allowed_tools' && isObject(choice.allowed_tools)) {
    for (const { function: allowed } of objectsIn(choice.allowed_tools.tools)) checkNamed(allowed, names)
    return
  }
  if (choice.type !== 'function' && choice.type !== 'custom')
    throw invalidValue('tool_choice.type', `'${choice.type}' is not supported.`)
  checkNamed(choice[choice.type], names)
}

function checkNamed(about: unknown, names: string[]): void {
  const name = isObject(about) ? about.name : undefined
  if (typeof name !== 'string') throw missingParameter('tool_choice.function.name')
  if (!names.includes(name)) throw invalidValue('tool_choice', `tool '${name}' not found in 'tools'.`)
}
