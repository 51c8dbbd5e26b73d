import { viewBounds } from '@turnpike/contract/system/saved-view'
import { dictionary } from '../../lib/text/text.ts'

const nameMax = viewBounds.name.charactersMax

export const viewsText = dictionary({
  views: ['Views', '视图'],
  empty: ['No views yet. Set filters, then save them under a name.', '还没有视图。先设置筛选条件，再以名称保存。'],
  noView: ['No view', '不使用视图'],
  asDefault: ['Open the list with {name}', '打开列表时使用“{name}”'],
  notDefault: ['Stop opening the list with {name}', '打开列表时不再使用“{name}”'],
  rename: ['Rename {name}', '重命名“{name}”'],
  remove: ['Delete {name}', '删除“{name}”'],
  isDefault: ['Default', '默认'],
  name: ['Name of the view', '视图名称'],
  save: ['Save view', '保存视图'],
  saveName: ['Save name', '保存名称'],
  saved: ['View saved', '视图已保存'],
  removed: ['View deleted', '视图已删除'],
  nameMissing: ['Enter a name for the view', '请输入视图名称'],
  nameLong: [`Use at most ${nameMax} characters`, `最多 ${nameMax} 个字符`],
})
