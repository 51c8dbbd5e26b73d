import { membersOfMode, type OperationMode, operationModes } from '@turnpike/contract/routing/overrides'
import { type Json, type OperationRow, withJson } from './body-form.ts'

const shapes: Partial<Record<OperationMode, string>> = {
  return_error: 'error',
  set_header: 'text',
  pass_headers: 'names',
}

/** The operation in another mode: what the new mode does not have is taken out. */
export function inMode(operation: OperationRow, mode: OperationMode): OperationRow {
  const before = operationModes.find((each) => each === operation.json.mode)
  const members = membersOfMode[mode]
  let json: Json = { ...operation.json, mode }
  for (const name of ['path', 'from', 'to', 'keep_origin'])
    if (!members.includes(name)) json = withJson(json, name, undefined)
  // A value of another shape would mean something else.
  const keepsValue = members.includes('value') && before !== undefined && shapes[before] === shapes[mode]
  if (keepsValue) return { ...operation, json }
  const { typed: _, ...rest } = operation
  return { ...rest, json: withJson(json, 'value', undefined) }
}
