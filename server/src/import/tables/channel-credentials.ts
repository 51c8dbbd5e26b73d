import { isObject } from '../../domain/routing/channels/edit/json-text.ts'
import { jsonIn, type Row, textIn } from '../row.ts'

const [aws, vertex] = [33, 41]

/** The key, and the extra value that some types need. one-api has some of both in a JSON text beside the key. */
export function credentialsOf(row: Row, type: number): { key: string; other: string } {
  const config = jsonIn(row, 'config')
  const member = (name: string) => (isObject(config) && typeof config[name] === 'string' ? config[name].trim() : '')
  const [key, other] = [textIn(row, 'key').trim(), textIn(row, 'other').trim()]
  if (type === aws && member('ak')) return { key: [member('ak'), member('sk'), member('region')].join('|'), other }
  if (type === vertex && member('vertex_ai_adc'))
    return { key: member('vertex_ai_adc'), other: other || member('region') }
  const extra = ['api_version', 'user_id', 'library_id', 'plugin', 'region'].map(member).find(Boolean)
  return { key, other: other || extra || '' }
}
