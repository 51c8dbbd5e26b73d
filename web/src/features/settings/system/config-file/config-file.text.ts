import type { Count } from '../../../../components/text/phrase.ts'
import { dictionary } from '../../../../lib/text/text.ts'

export const configFileText = dictionary({
  downloadText: [
    'Channels, groups, prices, virtual models, frequently asked questions and settings as one YAML file. Keep it in a repository, or apply it to another installation.',
    '将渠道、分组、价格、虚拟模型、常见问题和设置导出为一个 YAML 文件，可存入代码仓库，或应用到另一套系统。',
  ],
  sealed: ['Encrypted secrets', '密钥加密保存'],
  sealedHelp: ['Only this installation can decrypt the secrets in the file.', '文件中的密钥只有本系统能够解密。'],
  env: ['Secrets as variable names', '密钥写成变量名'],
  envHelp: [
    'The file names environment variables. Set them where the file is applied.',
    '文件中只有环境变量名，请在应用该文件的地方设置这些变量。',
  ],
  secrets: ['Secrets in the file', '文件中的密钥'],
  downloadFile: ['Download file', '下载文件'],
  apply: ['Apply a file', '应用文件'],
  applyText: [
    'You see a preview first. A file is applied completely or not at all.',
    '先预览将发生的修改。文件要么全部应用，要么完全不应用。',
  ],
  file: ['Choose a file', '选择文件'],
  text: ['Or paste its text', '或粘贴文件内容'],
  prune: ['Remove what is not in the file', '删除文件中没有的内容'],
  pruneText: [
    'Applies only to sections in the file. Without a list of channels, no channel is removed.',
    '只涉及文件中出现的部分：文件没有渠道列表时，不会删除任何渠道。',
  ],
  preview: ['Preview changes', '预览修改'],
  same: ['No changes: the configuration matches the file.', '没有需要修改的内容：当前配置与文件一致。'],
  wouldChange: ['{count change}', '{count} 处修改'],
  cannot: [
    ({ count }: Count) =>
      count === 1 ? 'The file cannot be applied' : `The file cannot be applied: ${count} problems`,
    ({ count }) => `无法应用该文件：${count} 处有误`,
  ],
  line: ['Line {line}', '第 {line} 行'],
  applyChanges: ['Apply {count change}', '应用 {count} 处修改'],
  question: ['Apply the file?', '应用该文件？'],
  questionText: [
    '{created} added, {changed} changed, {removed} removed. Changes apply immediately.',
    '新增 {created} 项，修改 {changed} 项，删除 {removed} 项。修改立即生效。',
  ],
  removes: ['Removed are:', '将删除：'],
  applied: ['File applied', '已应用'],
  value: ['Value', '值'],
  option: ['Settings', '设置'],
  group: ['Groups', '分组'],
  price: ['Prices', '价格'],
  price_source: ['Price sources', '价格来源'],
  channel: ['Channels', '渠道'],
  virtual_model: ['Virtual models', '虚拟模型'],
  faq: ['Questions', '常见问题'],
  create: ['added', '新增'],
  change: ['changed', '修改'],
  remove: ['removed', '删除'],
})
