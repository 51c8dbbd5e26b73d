import { dictionary } from '../../lib/text/text.ts'

/** The page around the tabs. */
export const pageText = dictionary({
  title: ['Proposals', '变更建议'],
  facts: ['New prices and models take effect after you accept them', '新价格和新模型经你接受后生效'],
  modelFacts: ['Review models that providers add or remove', '审核服务商新增或移除的模型'],
  tabs: ['Sources and proposals', '来源与变更建议'],
  applied: ['Applied prices', '已应用的价格'],
  sources: ['Price sources', '价格来源'],
  lists: ['Model lists', '模型列表'],
  book: ['Price book', '价格簿'],
})
