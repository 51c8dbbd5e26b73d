import { type Count, plural } from '../../../components/text/phrase.ts'
import { dictionary } from '../../../lib/text/text.ts'

type Ran = { total: number; failed: number }

/** The texts of the actions and of their results. */
export const channelActionsText = dictionary({
  testModel: ['Test {name} with a model', '选择模型测试 {name}'],
  findModel: ['Find a model', '查找模型'],
  usualModel: ['default', '默认'],
  setPrice: ['Set price', '设置价格'],
  showLog: ['Show log', '查看日志'],
  dryRun: ['Dry run', '试运行'],
  delete: ['Delete', '删除'],
  enableAll: ['Enable all', '全部启用'],
  disableAll: ['Disable all', '全部禁用'],
  setTag: ['Set tag', '设置标签'],
  setPriority: ['Set priority', '设置优先级'],
  setWeight: ['Set weight', '设置权重'],
  enterNumber: ['Enter a whole number', '请输入整数'],
  priorityOfSome: ['Priority of {count channel}', '{count} 个渠道的优先级'],
  priorityHelp: ['Channels with a higher priority are tried first.', '优先级高的渠道先被使用。'],
  weightOfSome: ['Weight of {count channel}', '{count} 个渠道的权重'],
  weightHelp: [
    'Requests are shared by weight among channels of the same priority.',
    '优先级相同的渠道按权重分配请求。',
  ],
  disableOne: ['Disable “{name}”?', '禁用“{name}”？'],
  disableOneText: ['It gets no requests until enabled again.', '重新启用之前，该渠道不再处理请求。'],
  disableSome: ['Disable {count channel}?', '禁用 {count} 个渠道？'],
  disableSomeText: ['They get no requests until enabled again.', '重新启用之前，这些渠道不再处理请求。'],
  disableSomeVerb: ['Disable {count channel}', '禁用 {count} 个渠道'],
  enabledSome: ['{count channel} enabled', '已启用 {count} 个渠道'],
  disabledSome: ['{count channel} disabled', '已禁用 {count} 个渠道'],
  prioritySet: ['Priority of {count channel} set to {number}', '已将 {count} 个渠道的优先级设为 {number}'],
  weightSet: ['Weight of {count channel} set to {number}', '已将 {count} 个渠道的权重设为 {number}'],
  enabledOne: ['{name} enabled', '{name} 已启用'],
  disabledOne: ['{name} disabled', '{name} 已禁用'],
  priorityOneSet: ['Priority of {name} set to {number}', '已将 {name} 的优先级设为 {number}'],
  weightOneSet: ['Weight of {name} set to {number}', '已将 {name} 的权重设为 {number}'],
  showFailed: ['Show failed channels', '查看失败的渠道'],

  deleteOne: ['Delete “{name}”?', '删除“{name}”？'],
  deleteOneText: [
    'It stops serving now. You can restore it for 30 days. Logs and charges stay.',
    '渠道立即停止处理请求，30 天内可恢复。日志和扣费记录保留。',
  ],
  deleteSome: ['Delete {count channel}?', '删除 {count} 个渠道？'],
  deleteSomeText: [
    'They stop serving now. You can restore them for 30 days. Logs and charges stay.',
    '这些渠道立即停止处理请求，30 天内可恢复。日志和扣费记录保留。',
  ],
  deleteSomeVerb: ['Delete {count channel}', '删除 {count} 个渠道'],
  deleteDisabled: [
    ({ count }: Count) => (count === 1 ? 'Delete 1 disabled channel?' : `Delete ${count} disabled channels?`),
    ({ count }) => `删除 ${count} 个已禁用的渠道？`,
  ],
  deleteDisabledText: [
    'Auto-disabled channels are deleted too. You can restore them for 30 days. Logs and charges stay.',
    '自动禁用的渠道也会删除，30 天内可恢复。日志和扣费记录保留。',
  ],

  tested: ['{name} responded in {seconds}', '{name} 测试通过，用时 {seconds}'],
  copied: ['Copied as {name}. The copy starts disabled.', '已复制为 {name}，副本默认禁用'],
  copyMissing: ['Channel not found. Refresh the page.', '渠道未找到，请刷新页面后重试'],
  removed: ['{name} deleted', '{name} 已删除'],
  removedSome: ['{count channel} deleted', '已删除 {count} 个渠道'],
  noneDisabled: ['No channel is disabled', '没有已禁用的渠道'],
  selectToTag: ['Select the channels to tag first', '请先选择要设置标签的渠道'],
  tagged: ['{count channel} tagged {tag}', '已为 {count} 个渠道设置标签 {tag}'],
  untagged: ['Tag removed from {count channel}', '已移除 {count} 个渠道的标签'],
  tagEnabled: ['All channels of {tag} enabled', '{tag} 的渠道已全部启用'],
  tagDisabled: ['All channels of {tag} disabled', '{tag} 的渠道已全部禁用'],
  balanceIs: ['Balance of {name}: {amount}', '{name} 的余额：{amount}'],
  fixed: [
    ({ count }: Count) => (count === 0 ? 'No problems found' : `${plural(count, 'row')} repaired`),
    ({ count }) => (count === 0 ? '数据库一致，无需修复' : `已修复 ${count} 条记录`),
  ],
  testsDone: [
    ({ total, failed }: Ran) =>
      `${plural(total, 'channel')} tested, ${failed === 0 ? 'all passed' : `${failed} failed`}`,
    ({ total, failed }) => `已测试 ${total} 个渠道，${failed === 0 ? '全部通过' : `${failed} 个失败`}`,
  ],
  balancesDone: [
    ({ total, failed }: Ran) =>
      failed === 0
        ? `${plural(total, 'balance')} updated`
        : `${total - failed} of ${total} balances updated, ${failed} failed`,
    ({ total, failed }) =>
      failed === 0 ? `已更新 ${total} 个渠道的余额` : `已更新 ${total - failed} 个渠道的余额，${failed} 个失败`,
  ],

  priorityWhole: ['The priority must be an integer', '优先级必须是整数'],
})
