import { knownChats } from '@turnpike/contract/system/chat-link'
import { Fragment } from 'react'
import { useWords, type Words } from '../../../lib/text/words.ts'
import { PairOption } from '../form/option-field.tsx'
import type { CustomFieldProps } from '../form/option-section.tsx'
import { chatProblem } from './chat-links.ts'
import styles from './operation.module.css'

const template = knownChats.map(({ name, template: link }) => ({ [name]: link }))

const placeholders: Readonly<Record<string, Words>> = {
  '{key}': ['the token, with sk- in front', '令牌，包含 sk- 前缀'],
  '{address}': ['the address of this server, URL-encoded, without /v1', '本服务器的地址，经过 URL 编码，不带 /v1'],
  '{cherryConfig}': ['address and key as Cherry Studio reads them', 'Cherry Studio 格式的地址和密钥'],
  '{deepchatConfig}': ['address and key as DeepChat reads them', 'DeepChat 格式的地址和密钥'],
  '{aionuiConfig}': ['address and key as AionUI reads them', 'AionUI 格式的地址和密钥'],
  ccswitch: ['instead of an address: the import links of CC Switch', '代替地址：CC Switch 的导入链接'],
  fluentread: ['instead of an address: hands the key to the FluentRead extension', '代替地址：把密钥交给流畅阅读扩展'],
}

export function ChatLinks({ form, help }: CustomFieldProps) {
  const say = useWords()
  return (
    <PairOption
      form={form}
      name="Chats"
      help={help}
      shape="links"
      columns={{ name: say(['Name', '名称']), value: say(['Address', '地址']) }}
      add={say(['Add link', '添加链接'])}
      template={template}
      rows={10}
      wrongCell={({ name, value }) => {
        const problem = chatProblem([{ [name.trim()]: value.trim() }])
        return problem && (problem.kind === 'link' ? 'value' : 'name')
      }}
    />
  )
}

/** The placeholders and the special words that an address of a chat link may contain. */
export function ChatPlaceholders() {
  const say = useWords()
  return (
    <dl className={styles.terms}>
      {Object.entries(placeholders).map(([name, meaning]) => (
        <Fragment key={name}>
          <dt>{name}</dt>
          <dd>{say(meaning)}</dd>
        </Fragment>
      ))}
    </dl>
  )
}
