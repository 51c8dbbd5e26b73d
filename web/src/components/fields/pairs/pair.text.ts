import { dictionary } from '../../../lib/text/text.ts'

export const pairText = dictionary({
  view: ['View of {label}', '{label}的视图'],
  cell: ['{column}, row {row}', '{column}，第 {row} 行'],
  remove: ['Remove row {row}', '移除第 {row} 行'],
  missing: ['Enter a name or remove the row', '请输入名称，或移除该行'],
  repeated: ['“{name}” is listed twice', '“{name}”重复出现'],
  noTable: ['This JSON does not fit in a table', '此 JSON 无法显示为表格'],
})
