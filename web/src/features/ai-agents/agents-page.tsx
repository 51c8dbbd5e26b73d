import { useQuery } from '@tanstack/react-query'
import { accessTokenApi } from '@turnpike/contract/identity/access-token'
import { role } from '@turnpike/contract/identity/user'
import { useState } from 'react'
import { CodeFrame } from '../../components/code-card/code-frame.tsx'
import { LinkButton } from '../../components/page/link-button.tsx'
import { Page } from '../../components/page/page.tsx'
import { EmptyState } from '../../components/states/empty-state.tsx'
import textStyles from '../../components/style/text.module.css'
import { useBaseAddress } from '../../lib/address/use-base-address.ts'
import { call } from '../../lib/api/call.ts'
import { useStatus } from '../../lib/api/status.ts'
import { session } from '../../lib/session/session.ts'
import { dictionary } from '../../lib/text/text.ts'
import styles from './agents.module.css'

const agentsText = dictionary({
  title: ['AI agents', 'AI 智能体'],
  facts: ['Let an AI agent use this console, with your rights', '让 AI 智能体以你的权限使用本控制台'],
  off: ['Agent access is off', '未开启智能体接入'],
  offText: ['A super administrator can turn it on in the settings.', '超级管理员可以在设置中开启。'],
  toSettings: ['Turn it on in the settings', '在设置中开启'],
  token: ['1. Create an access token', '1. 创建访问令牌'],
  tokenText: [
    'The agent signs in with your system access token. Choose what it may do when you create it.',
    '智能体使用你的系统访问令牌登录。创建时选择它能做什么。',
  ],
  none: ['You have no access token.', '你还没有访问令牌。'],
  all: [
    'Your token lets agents read, and lets scripts do everything.',
    '你的令牌允许智能体读取，允许脚本执行所有操作。',
  ],
  read: ['Your token may only read.', '你的令牌只能读取。'],
  write: [
    'Your token lets agents read and change what you can change. The audit log records each change.',
    '你的令牌允许智能体读取和修改你有权修改的内容。每次修改都会写入审计记录。',
  ],
  toToken: ['Create access token', '创建访问令牌'],
  connect: ['2. Connect the agent', '2. 连接智能体'],
  connectText: ['Put your access token in place of ACCESS_TOKEN.', '把 ACCESS_TOKEN 换成你的访问令牌。'],
  client: ['Agent', '智能体'],
  other: ['Other agents', '其他智能体'],
  ask: ['3. Ask', '3. 提问'],
  askText: ['The agent sees what you see in this console. For example:', '智能体能看到你在控制台中看到的内容。例如：'],
  question1: ['How much did each of my tokens spend this week?', '这周我的每个令牌花了多少？'],
  question2: ['Which channels failed today, and why?', '今天哪些渠道失败了，原因是什么？'],
  question3: [
    'Which models cost most, and what would a cheaper one have cost?',
    '哪些模型花费最多，换成更便宜的模型会花多少？',
  ],
})

/** How an agent connects to the console. */
export function AgentsPage() {
  const t = agentsText.use()
  const isOn = useStatus()?.enable_mcp
  const level = session.use()?.role ?? 0
  return (
    <Page title={t('title')} facts={t('facts')} width="form">
      {isOn === false ? (
        <EmptyState
          title={t('off')}
          text={t('offText')}
          action={
            level >= role.root && (
              <LinkButton to="/setting?tab=system&section=server-address&option=McpEnabled">
                {t('toSettings')}
              </LinkButton>
            )
          }
        />
      ) : (
        <Steps isAdmin={level >= role.admin} />
      )}
    </Page>
  )
}

function Steps({ isAdmin }: { isAdmin: boolean }) {
  const t = agentsText.use()
  // A token is created on another page.
  const scope = useQuery({
    queryKey: ['access token scope'],
    queryFn: () => call(accessTokenApi.scope),
    staleTime: 0,
  })
  const questions = isAdmin ? (['question2', 'question1', 'question3'] as const) : (['question1', 'question3'] as const)
  return (
    <>
      <section className={styles.step}>
        <h2 className={`${textStyles.heading} ${styles.heading}`}>{t('token')}</h2>
        <p className={styles.text}>{t('tokenText')}</p>
        {scope.data !== undefined && <p className={styles.text}>{t(scope.data ?? 'none')}</p>}
        <LinkButton to="/setting">{t('toToken')}</LinkButton>
      </section>
      <section className={styles.step}>
        <h2 className={`${textStyles.heading} ${styles.heading}`}>{t('connect')}</h2>
        <p className={styles.text}>{t('connectText')}</p>
        <ConnectCode />
      </section>
      <section className={styles.step}>
        <h2 className={`${textStyles.heading} ${styles.heading}`}>{t('ask')}</h2>
        <p className={styles.text}>{t('askText')}</p>
        <ul className={styles.questions}>
          {questions.map((key) => (
            <li key={key}>{t(key)}</li>
          ))}
        </ul>
      </section>
    </>
  )
}

const placeholder = 'ACCESS_TOKEN'
type Agent = 'claude' | 'other'

function ConnectCode() {
  const t = agentsText.use()
  const url = `${useBaseAddress()}/mcp`
  const [agent, setAgent] = useState<Agent>('claude')
  const codes: Record<Agent, string> = {
    claude: `claude mcp add --transport http turnpike ${url} \\\n  --header "Authorization: Bearer ${placeholder}"`,
    other: JSON.stringify(
      { mcpServers: { turnpike: { type: 'http', url, headers: { Authorization: `Bearer ${placeholder}` } } } },
      null,
      2,
    ),
  }
  return (
    <CodeFrame
      compact
      tabs={{
        label: t('client'),
        list: [
          { value: 'claude', name: 'Claude Code' },
          { value: 'other', name: t('other') },
        ],
        chosen: agent,
        onChoose: setAgent,
      }}
      code={codes[agent]}
      syntax={agent === 'claude' ? 'shell' : 'json'}
    />
  )
}
