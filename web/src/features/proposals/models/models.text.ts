import { formatCount } from '@turnpike/contract/quota'
import type { Count } from '../../../components/text/phrase.ts'
import { dictionary } from '../../../lib/text/text.ts'

export const modelsText = dictionary({
  appeared: ['Appeared', '新增'],
  vanished: ['Vanished', '消失'],
  appearedHelp: [
    'The provider lists this model, but the channel does not serve it.',
    '服务商列出了该模型，渠道尚未提供。',
  ],
  vanishedHelp: [
    'The channel serves this model, but the provider no longer lists it.',
    '渠道提供该模型，服务商已不再列出。',
  ],
  priced: ['Has a price', '有价格'],
  setPrice: ['Set a price first', '先设置价格'],
  askPrice: ['no price: ask the super administrator', '无价格：请联系超级管理员'],
  firstSeen: ['First seen', '首次发现'],
  upstreamName: ['provider model: {name}', '服务商模型名：{name}'],
  takenBack: ['undone before', '曾被撤销'],
  takenBackHelp: [
    'An earlier change of this model was undone. Channels that follow the list do not repeat it.',
    '该模型此前的变更已被撤销，自动跟随不会重复变更。',
  ],
  channelOff: ['channel disabled', '渠道已禁用'],
  allChannels: ['All channels', '全部渠道'],
  kind: ['Change', '变化'],
  allKinds: ['Appeared and vanished', '新增与消失'],
  onlyAppeared: ['Appeared', '新增'],
  onlyVanished: ['Vanished', '消失'],
  open: ['Pending', '待审核'],
  ignored: ['Ignored once', '已忽略一次'],
  facts: ['{count proposal}', '{count} 条变更建议'],
  cut: [
    'The first {shown} of {total} are shown. Decide on these to see the next ones.',
    '显示 {total} 条中的前 {shown} 条，处理后会显示其余的。',
  ],
  selected: ['{count model} selected', '已选择 {count} 个模型'],
  add: ['Add', '添加'],
  drop: ['Remove', '移除'],
  ignoreOnce: ['Ignore once', '忽略一次'],
  ignoreAlways: ['Ignore always', '始终忽略'],
  ignorePattern: ['Ignore by pattern', '按规则忽略'],
  accepted: [
    ({ count }: Count) => (count === 1 ? 'Channel changed' : `${formatCount(count)} models accepted`),
    ({ count }) => `已接受 ${formatCount(count)} 个模型`,
  ],
  ignoredDone: [
    ({ count }: Count) => (count === 1 ? 'Proposal ignored' : `${formatCount(count)} proposals ignored`),
    ({ count }) => `已忽略 ${formatCount(count)} 条变更建议`,
  ],
  putBack: ['Put back', '放回待审核'],
  openedDone: [
    ({ count }: Count) => (count === 1 ? 'Proposal put back' : `${formatCount(count)} proposals put back`),
    ({ count }) => `已将 ${formatCount(count)} 条放回待审核`,
  ],
  skipped: ['{count proposal} not accepted', '{count} 条变更建议未处理'],
  gone: ['the proposal no longer exists', '变更建议已不存在'],
  done: ['the channel has changed already', '渠道已经变更'],
  last_model: ['a channel keeps its last model', '渠道需保留最后一个模型'],
  no_room: ['the channel’s list of models is full', '渠道的模型列表已满'],
  needsPrice: [
    ({ count }: Count) =>
      count === 1
        ? 'The model has no price, so requests to it would be refused'
        : `${formatCount(count)} models have no price, so requests to them would be refused`,
    ({ count }) => `${formatCount(count)} 个模型没有价格，请求会被拒绝`,
  ],
  emptyTitle: ['No pending proposals', '没有待审核的变更建议'],
  emptyText: [
    'Models that a watched provider adds or removes are listed here.',
    '关注的服务商新增或移除模型时，变更建议会出现在这里。',
  ],
  toLists: ['Watch model lists', '关注模型列表'],
  noMatch: ['No proposals match', '没有匹配的变更建议'],
  matching: ['model contains “{text}”', '模型名称包含“{text}”'],
  ofChannel: ['channel {name}', '渠道 {name}'],
  patternTitle: ['Ignore models by pattern', '按规则忽略模型'],
  pattern: ['Pattern', '规则'],
  patternHelp: ['A model name. * stands for any text.', '模型名称，* 代表任意文本。'],
  patternBad: ['Enter a model name, without commas and with at most eight *', '请输入模型名称，不含逗号，最多八个 *'],
  here: ['Only {name}', '仅 {name}'],
  everywhere: ['All channels', '全部渠道'],
  patternDone: ['Matching models are no longer proposed', '不再提示匹配的模型'],
})
