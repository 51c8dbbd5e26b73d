import { dictionary } from '../../../lib/text/text.ts'

/** The problems of rows by their codes. The row says where the problem is. */
const rowProblemText = dictionary({
  row_name: ['Enter a name or remove the row', '请输入名称，或移除该行'],
  row_value: ['Enter a value or remove the row', '请输入值，或移除该行'],
  row_repeated: ['“{name}” is listed twice', '“{name}”重复出现'],
  value_json: ['The value is not valid JSON', '值不是有效的 JSON'],
  override_path: ['Enter a path, such as messages.0.content', '请输入路径，例如 messages.0.content'],
  override_member: ['The value is missing or invalid', '缺少值，或值无效'],
  override_mode: ['{name} is not supported', '不支持 {name}'],
  override_large: ['Too long, or too many entries', '内容过长，或数量过多'],
  override_protected: ['{name} cannot be overridden', '{name} 不能覆盖'],
  override_header: ['The header {name} is invalid or cannot be set', '请求头 {name} 无效或不能设置'],
  override_credential: [
    'The header {name} may hold a credential. It takes a text or the channel key, and nothing from the client',
    '请求头 {name} 可能包含凭证，只能使用固定文本或渠道密钥，不能来自客户端',
  ],
})

type RowCode = keyof (typeof rowProblemText)['en']
const isRowCode = (code: string): code is RowCode => Object.hasOwn(rowProblemText.en, code)

/** The words for a problem at its row; undefined for one that belongs to no row. */
export function useRowWords() {
  const t = rowProblemText.use()
  return ({ code, at = '', params }: { code: string; at?: string | undefined; params?: { name?: unknown } }) => {
    const known = code === 'override_member' && at.endsWith('.path') ? 'override_path' : code
    if (!isRowCode(known)) return undefined
    return t(known, { name: String(params?.name ?? '') })
  }
}
