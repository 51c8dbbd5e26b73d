import { formatCount } from '@turnpike/contract/quota'
import { dictionary } from '../../../lib/text/text.ts'

type Tested = { name: string; seconds: string }
type Ran = { total: number; failed: number }
type NumberSet = { count: number; number: number }
type NumberOfOne = { name: string; number: number }

const countOf = (count: number) => (count === 1 ? '1 channel' : `${formatCount(count)} channels`)

/** The texts of the actions and of their results. */
export const channelActionsText = dictionary({
  en: {
    test: 'Test',
    testModel: ({ name }: { name: string }) => `Test ${name} with a model`,
    findModel: 'Find a model',
    usualModel: 'default',
    copy: 'Copy',
    delete: 'Delete',
    enableAll: 'Enable all',
    disableAll: 'Disable all',
    setTag: 'Set tag',
    setPriority: 'Set priority',
    setWeight: 'Set weight',
    enterNumber: 'Enter a whole number',
    priorityOfSome: ({ count }: { count: number }) => `Priority of ${countOf(count)}`,
    priorityHelp: 'Channels with a higher priority are tried first.',
    weightOfSome: ({ count }: { count: number }) => `Weight of ${countOf(count)}`,
    weightHelp: 'Requests are shared by weight among channels of the same priority.',
    disableSome: ({ count }: { count: number }) => `Disable ${countOf(count)}?`,
    disableSomeText: 'They get no requests until enabled again.',
    disableSomeVerb: ({ count }: { count: number }) => `Disable ${countOf(count)}`,
    enabledSome: ({ count }: { count: number }) => `${countOf(count)} enabled`,
    disabledSome: ({ count }: { count: number }) => `${countOf(count)} disabled`,
    prioritySet: ({ count, number }: NumberSet) => `Priority of ${countOf(count)} set to ${number}`,
    weightSet: ({ count, number }: NumberSet) => `Weight of ${countOf(count)} set to ${number}`,
    enabledOne: ({ name }: { name: string }) => `${name} enabled`,
    disabledOne: ({ name }: { name: string }) => `${name} disabled`,
    priorityOneSet: ({ name, number }: NumberOfOne) => `Priority of ${name} set to ${number}`,
    weightOneSet: ({ name, number }: NumberOfOne) => `Weight of ${name} set to ${number}`,
    showFailed: 'Show failed channels',

    deleteOne: ({ name }: { name: string }) => `Delete “${name}”?`,
    deleteOneText:
      'It serves no more calls. You can undo this for 30 days; then its key is gone. Logs and charges stay.',
    deleteSome: ({ count }: { count: number }) => (count === 1 ? 'Delete 1 channel?' : `Delete ${count} channels?`),
    deleteSomeText:
      'They serve no more calls. You can undo this for 30 days; then their keys are gone. Logs and charges stay.',
    deleteSomeVerb: ({ count }: { count: number }) => (count === 1 ? 'Delete 1 channel' : `Delete ${count} channels`),
    deleteDisabled: ({ count }: { count: number }) =>
      count === 1 ? 'Delete 1 disabled channel?' : `Delete ${count} disabled channels?`,
    deleteDisabledText:
      'Both disabled and auto-disabled channels go. You can undo this for 30 days; then their keys are gone. Logs and charges stay.',

    tested: ({ name, seconds }: Tested) => `${name} responded in ${seconds}`,
    copied: ({ name }: { name: string }) => `Copied as ${name}. The copy starts disabled.`,
    copyMissing: 'Channel not found. Refresh the page.',
    removed: ({ name }: { name: string }) => `${name} deleted`,
    removedSome: ({ count }: { count: number }) => (count === 1 ? '1 channel deleted' : `${count} channels deleted`),
    noneDisabled: 'No channel is disabled',
    selectToTag: 'Select the channels to tag first',
    tagged: ({ count, tag }: { count: number; tag: string }) =>
      `${count === 1 ? '1 channel' : `${count} channels`} tagged ${tag}`,
    untagged: ({ count }: { count: number }) => `Tag removed from ${count === 1 ? '1 channel' : `${count} channels`}`,
    tagEnabled: ({ tag }: { tag: string }) => `All channels of ${tag} enabled`,
    tagDisabled: ({ tag }: { tag: string }) => `All channels of ${tag} disabled`,
    balanceIs: ({ name, amount }: { name: string; amount: string }) => `Balance of ${name}: ${amount}`,
    fixed: ({ count }: { count: number }) =>
      count === 0 ? 'No problems found' : `${count === 1 ? '1 row' : `${count} rows`} repaired`,
    testsDone: ({ total, failed }: Ran) =>
      `${total === 1 ? '1 channel' : `${total} channels`} tested, ${failed === 0 ? 'all passed' : `${failed} failed`}`,
    balancesDone: ({ total, failed }: Ran) =>
      failed === 0
        ? `${total === 1 ? '1 balance' : `${total} balances`} updated`
        : `${total - failed} of ${total} balances updated, ${failed} failed`,

    priorityWhole: 'The priority must be an integer',
  },
  zh: {
    test: '测试',
    testModel: ({ name }) => `选择模型测试 ${name}`,
    findModel: '查找模型',
    usualModel: '默认',
    copy: '复制',
    delete: '删除',
    enableAll: '全部启用',
    disableAll: '全部禁用',
    setTag: '设置标签',
    setPriority: '设置优先级',
    setWeight: '设置权重',
    enterNumber: '请输入整数',
    priorityOfSome: ({ count }) => `${count} 个渠道的优先级`,
    priorityHelp: '优先级高的渠道先被使用。',
    weightOfSome: ({ count }) => `${count} 个渠道的权重`,
    weightHelp: '优先级相同的渠道按权重分配请求。',
    disableSome: ({ count }) => `禁用 ${count} 个渠道？`,
    disableSomeText: '重新启用之前，这些渠道不再处理请求。',
    disableSomeVerb: ({ count }) => `禁用 ${count} 个渠道`,
    enabledSome: ({ count }) => `已启用 ${count} 个渠道`,
    disabledSome: ({ count }) => `已禁用 ${count} 个渠道`,
    prioritySet: ({ count, number }) => `已将 ${count} 个渠道的优先级设为 ${number}`,
    weightSet: ({ count, number }) => `已将 ${count} 个渠道的权重设为 ${number}`,
    enabledOne: ({ name }) => `${name} 已启用`,
    disabledOne: ({ name }) => `${name} 已禁用`,
    priorityOneSet: ({ name, number }) => `已将 ${name} 的优先级设为 ${number}`,
    weightOneSet: ({ name, number }) => `已将 ${name} 的权重设为 ${number}`,
    showFailed: '查看失败的渠道',

    deleteOne: ({ name }) => `删除“${name}”？`,
    deleteOneText: '渠道不再处理请求。30 天内可以撤销，之后密钥会被清除；日志和扣费记录保留。',
    deleteSome: ({ count }) => `删除 ${count} 个渠道？`,
    deleteSomeText: '这些渠道不再处理请求。30 天内可以撤销，之后密钥会被清除；日志和扣费记录保留。',
    deleteSomeVerb: ({ count }) => `删除 ${count} 个渠道`,
    deleteDisabled: ({ count }) => `删除 ${count} 个已禁用的渠道？`,
    deleteDisabledText: '手动禁用和自动禁用的渠道都会删除。30 天内可以撤销，之后密钥会被清除；日志和扣费记录保留。',

    tested: ({ name, seconds }) => `${name} 测试通过，用时 ${seconds}`,
    copied: ({ name }) => `已复制为 ${name}，副本默认禁用`,
    copyMissing: '渠道未找到，请刷新页面后重试',
    removed: ({ name }) => `${name} 已删除`,
    removedSome: ({ count }) => `已删除 ${count} 个渠道`,
    noneDisabled: '没有已禁用的渠道',
    selectToTag: '请先选择要设置标签的渠道',
    tagged: ({ count, tag }) => `已为 ${count} 个渠道设置标签 ${tag}`,
    untagged: ({ count }) => `已移除 ${count} 个渠道的标签`,
    tagEnabled: ({ tag }) => `${tag} 的渠道已全部启用`,
    tagDisabled: ({ tag }) => `${tag} 的渠道已全部禁用`,
    balanceIs: ({ name, amount }) => `${name} 的余额：${amount}`,
    fixed: ({ count }) => (count === 0 ? '数据库一致，无需修复' : `已修复 ${count} 条记录`),
    testsDone: ({ total, failed }) => `已测试 ${total} 个渠道，${failed === 0 ? '全部通过' : `${failed} 个失败`}`,
    balancesDone: ({ total, failed }) =>
      failed === 0 ? `已更新 ${total} 个渠道的余额` : `已更新 ${total - failed} 个渠道的余额，${failed} 个失败`,

    priorityWhole: '优先级必须是整数',
  },
})
