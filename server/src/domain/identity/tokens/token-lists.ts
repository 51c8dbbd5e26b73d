import { isTextWithin } from '@turnpike/contract/bounds'
import { modelNameBounds } from '@turnpike/contract/names'
import { parseRange } from '../../../http/address-list.ts'
import { AppError } from '../../../http/app-error.ts'

/** Addresses and ranges, one per line. An entry that cannot be read refuses the whole list. */
export function normalAddresses(text: string): string {
  return text
    .split(/\r\n|[\r\n]/)
    .flatMap((line, index) => {
      const entries = line.split(/[\s,]+/).filter(Boolean)
      if (!entries.every(parseRange)) throw new AppError('token_ip_invalid', { params: { line: index + 1 } })
      return entries
    })
    .join('\n')
}

/** Model names between commas: trimmed, each once. */
export function normalModels(text: string): string {
  const names = text
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean)
  const bad = names.find((name) => !isTextWithin(modelNameBounds, name))
  if (bad !== undefined) throw new AppError('invalid_field', { params: { field: 'model_limits' } })
  return [...new Set(names)].join(',')
}
