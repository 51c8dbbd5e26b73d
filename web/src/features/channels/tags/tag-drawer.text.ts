import type { Count } from '../../../components/text/phrase.ts'
import { dictionary } from '../../../lib/text/text.ts'

export const tagDrawerText = dictionary({
  editTag: ['Edit tag {tag}', '编辑标签 {tag}'],
  setTag: ['Set tag of {count channel}', '为 {count} 个渠道设置标签'],
  tag: ['Tag', '标签'],
  tagHelp: ['Choose an existing tag or type a new one.', '选择已有的标签，或输入新的标签。'],
  newTagHelp: ['Leave empty to remove the tag.', '留空则移除标签。'],
  modelMapping: ['Model mapping', '模型映射'],
  mappingHelp: [
    'Maps the model name in the request to the name sent to the provider.',
    '将请求中的模型名称映射为发送给服务商的名称。',
  ],
  mappingFrom: ['Requested model', '请求的模型'],
  mappingTo: ['Model sent to the provider', '发送给服务商的模型'],
  addMapping: ['Add mapping', '添加映射'],
  differs: ['Varies', '各渠道不同'],
  summary: [
    ({ count }: Count) => (count === 1 ? 'Changes apply to 1 channel.' : `Changes apply to all ${count} channels.`),
    ({ count }) => `更改会应用到该标签下的 ${count} 个渠道。`,
  ],
  save: ['Save tag', '保存标签'],
  takeOff: ['Remove tag', '移除标签'],
  setIt: ['Set tag', '设置标签'],
  saved: ['{count channel} changed', '已更新 {count} 个渠道'],
  noChanges: ['Nothing was changed', '没有修改任何内容'],
})
