import { viewBounds } from '@turnpike/contract/system/saved-view'
import { dictionary } from '../../lib/text/text.ts'

const nameMax = viewBounds.name.charactersMax

export const viewsText = dictionary({
  en: {
    views: 'Views',
    empty: 'No views yet. Set filters, then save them under a name.',
    noView: 'No view',
    asDefault: ({ name }: { name: string }) => `Open the list with ${name}`,
    notDefault: ({ name }: { name: string }) => `Stop opening the list with ${name}`,
    rename: ({ name }: { name: string }) => `Rename ${name}`,
    remove: ({ name }: { name: string }) => `Delete ${name}`,
    isDefault: 'Default',
    name: 'Name of the view',
    save: 'Save view',
    saveName: 'Save name',
    saved: 'View saved',
    removed: 'View deleted',
    nameMissing: 'Enter a name for the view',
    nameLong: `Use at most ${nameMax} characters`,
  },
  zh: {
    views: '视图',
    empty: '还没有视图。先设置筛选条件，再以名称保存。',
    noView: '不使用视图',
    asDefault: ({ name }) => `打开列表时使用“${name}”`,
    notDefault: ({ name }) => `打开列表时不再使用“${name}”`,
    rename: ({ name }) => `重命名“${name}”`,
    remove: ({ name }) => `删除“${name}”`,
    isDefault: '默认',
    name: '视图名称',
    save: '保存视图',
    saveName: '保存名称',
    saved: '视图已保存',
    removed: '视图已删除',
    nameMissing: '请输入视图名称',
    nameLong: `最多 ${nameMax} 个字符`,
  },
})
