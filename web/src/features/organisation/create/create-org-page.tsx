import { isOrgName, orgApi, orgBounds } from '@turnpike/contract/identity/organisation-api'
import { Button } from 'antd'
import { type FormEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import { InputField } from '../../../components/fields/input-field.tsx'
import { FormSection } from '../../../components/form/form-section.tsx'
import { useOrgs } from '../../../components/organisation/use-orgs.ts'
import { toast } from '../../../components/overlay/toast-list.ts'
import { LinkButton } from '../../../components/page/link-button.tsx'
import { Page } from '../../../components/page/page.tsx'
import { EmptyState } from '../../../components/states/empty-state.tsx'
import { call } from '../../../lib/api/call.ts'
import { enterOrg } from '../../../lib/session/org-context.ts'
import { dictionary } from '../../../lib/text/text.ts'
import styles from '../organisation.module.css'
import { useOrgChange } from '../use-org.ts'

const { charactersMin, charactersMax } = orgBounds.name

const createOrgText = dictionary({
  title: ['Create an organization', '创建组织'],
  about: ['Organization', '组织'],
  aboutText: [
    'An organization has one balance, and its members send requests that it pays for. You see who spends what, and set a cap for each member.',
    '组织有一份共享余额，成员的请求由它支付。你可以看到每个人的消耗，并为每位成员设置上限。',
  ],
  nameHelp: ['Members see it. You can change it later.', '成员可以看到，之后可以修改。'],
  nameProblem: [
    `Enter a name of ${charactersMin} to ${charactersMax} characters`,
    `请输入 ${charactersMin} 到 ${charactersMax} 个字符的名称`,
  ],
  create: ['Create organization', '创建组织'],
  created: ['{name} created', '已创建 {name}'],
  closedTitle: ['You may not create organizations', '你不能创建组织'],
  closedText: [
    'The administrator decides who may. Ask for an organization, or join one by an invitation.',
    '由管理员决定谁可以创建。请联系管理员，或通过邀请加入组织。',
  ],
  back: ['Go to your wallet', '前往钱包'],
})

/** Names a new organisation. Then the tab acts for it, and its members can be invited. */
export function CreateOrgPage() {
  const t = createOrgText.use()
  const orgs = useOrgs()
  return (
    <Page title={t('title')} width="form">
      {orgs.data?.may_create === false ? (
        <EmptyState
          title={t('closedTitle')}
          text={t('closedText')}
          action={<LinkButton to="/topup">{t('back')}</LinkButton>}
        />
      ) : (
        <NewOrg />
      )}
    </Page>
  )
}

function NewOrg() {
  const t = createOrgText.use()
  const navigate = useNavigate()
  const [name, setName] = useState('')
  const [problem, setProblem] = useState<string>()
  const creating = useOrgChange((body: { name: string }) => call(orgApi.create, { body }), {
    onDone: ({ id, name }) => {
      toast.success(t('created', { name }))
      enterOrg(id)
      void navigate('/org/members')
    },
    onError: (error) => setProblem(error.message),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (creating.isPending) return
    if (isOrgName(name.trim())) creating.mutate({ name: name.trim() })
    else setProblem(t('nameProblem'))
  }
  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      <FormSection title={t('about')} text={t('aboutText')}>
        <InputField
          autoFocus
          label={t('name')}
          help={t('nameHelp')}
          problem={problem}
          value={name}
          onChange={(text) => {
            setName(text)
            setProblem(undefined)
          }}
        />
        <div>
          <Button type="primary" htmlType="submit" loading={creating.isPending}>
            {t('create')}
          </Button>
        </div>
      </FormSection>
    </form>
  )
}
