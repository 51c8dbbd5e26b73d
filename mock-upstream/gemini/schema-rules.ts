import { isObject, type JsonObject, textOf } from '../exchange/json.ts'
import { invalidArgument, unknownName } from './errors.ts'

const keywords = new Set(
  (
    'type format title description nullable enum items properties required anyOf default example minItems maxItems minLength ' +
    'maxLength minimum maximum minProperties maxProperties pattern propertyOrdering'
  ).split(' '),
)

/** Refuses a schema outside the part of OpenAPI that Google accepts. */
export function checkSchema(schema: unknown, at: string): void {
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
