import { dictionary } from '../../lib/text/text.ts'

/** The page around the tabs. */
export const pageText = dictionary({
  title: ['Sources & proposals', '来源与变更建议'],
  facts: ['New prices and models are decided here before they are in force', '新价格与新模型在此审核后才会生效'],
  modelFacts: ['New and vanished models of upstreams are decided here', '上游新增和消失的模型在此审核'],
  tabs: ['Sources and proposals', '来源与变更建议'],
  applied: ['Applied prices', '已应用的价格'],
  sources: ['Price sources', '价格来源'],
  lists: ['Model lists', '模型列表'],
  book: ['Price book', '价格簿'],
})
