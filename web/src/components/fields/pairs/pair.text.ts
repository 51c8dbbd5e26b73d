import { dictionary } from '../../../lib/text/text.ts'

export const pairText = dictionary({
  en: {
    view: ({ label }: { label: string }) => `View of ${label}`,
    table: 'Table',
    json: 'JSON',
    cell: ({ column, row }: { column: string; row: number }) => `${column}, row ${row}`,
    remove: ({ row }: { row: number }) => `Remove row ${row}`,
    missing: 'Enter a name or remove the row',
    repeated: ({ name }: { name: string }) => `“${name}” is listed twice`,
    noTable: 'This JSON does not fit in a table',
  },
  zh: {
    view: ({ label }) => `${label}的视图`,
    table: '表格',
    json: 'JSON',
    cell: ({ column, row }) => `${column}，第 ${row} 行`,
    remove: ({ row }) => `移除第 ${row} 行`,
    missing: '请输入名称，或移除该行',
    repeated: ({ name }) => `“${name}”重复出现`,
    noTable: '此 JSON 无法显示为表格',
  },
})
