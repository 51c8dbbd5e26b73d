import { options } from '@turnpike/contract/options'
import { dictionary } from '../../../../lib/text/text.ts'

const linksMax = options.Chats.countMax

export const chatText = dictionary({
  en: {
    title: 'Chat links',
    section: 'Chat links',
    sectionText: 'Apps that users can open with a token. Each has a name and an address.',
    Chats: 'Chat links',
    ChatsHelp: 'In menu order. Addresses can be web pages or links of installed apps.',
    placeholders: 'Placeholders',
    placeholdersText: 'Replaced when a user opens the link.',
    key: 'the token, with sk- in front',
    address: 'the address of this server, URL-encoded, without /v1',
    cherryConfig: 'address and key as Cherry Studio reads them',
    deepchatConfig: 'address and key as DeepChat reads them',
    aionuiConfig: 'address and key as AionUI reads them',
    ccswitch: 'instead of an address: the import links of CC Switch',
    fluentread: 'instead of an address: hands the key to the FluentRead extension',
    shape: 'A list of entries such as { "Name": "https://…" }, each with one name and one address',
    many: `At most ${linksMax} links`,
    link: ({ name }: { name: string }) => `The address of “${name}” must start with a scheme such as https://`,
  },
  zh: {
    title: '聊天配置',
    section: '聊天链接',
    sectionText: '用户可以用自己的令牌打开的应用，每项为名称和地址。',
    Chats: '聊天链接',
    ChatsHelp: '按菜单顺序排列的列表，地址可以是网页，也可以是已安装应用的链接。',
    placeholders: '占位符',
    placeholdersText: '用户打开链接时会被替换。',
    key: '令牌，包含 sk- 前缀',
    address: '本服务器的地址，经过 URL 编码，不带 /v1',
    cherryConfig: 'Cherry Studio 格式的地址和密钥',
    deepchatConfig: 'DeepChat 格式的地址和密钥',
    aionuiConfig: 'AionUI 格式的地址和密钥',
    ccswitch: '代替地址：CC Switch 的导入链接',
    fluentread: '代替地址：把密钥交给流畅阅读扩展',
    shape: '应为列表，每项形如 { "名称": "https://…" }，只含一个名称和一个地址',
    many: `最多 ${linksMax} 个链接`,
    link: ({ name }) => `“${name}”的地址必须以 https:// 等协议开头`,
  },
})
