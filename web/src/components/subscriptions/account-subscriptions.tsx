import { Button } from 'antd'
import { Gift } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { lazyPart } from '../../lib/browser/lazy-part.ts'
import { FormSection } from '../form/form-section.tsx'
import { Row, RowList } from '../row-list/row-list.tsx'
import { SectionState } from '../row-list/section-state.tsx'
import layoutStyles from '../style/layout.module.css'
import textStyles from '../style/text.module.css'
import type { Receiver } from './receiver-field.tsx'
import { SubscriptionEnd, SubscriptionStatus } from './subscription-status.tsx'
import { subscriptionsText } from './subscriptions.text.ts'
import { useSubscriptionsOf } from './use-subscriptions.ts'

/** The address of a subscription in the list of all, among those of the same account. */
const subscriptionPath = (account: string, id: number) =>
  `/subscriptions?${new URLSearchParams({ keyword: account, open: String(id) })}`

const GivePlan = lazyPart(async () => (await import('./give-plan.tsx')).GivePlan)

/** For administrators: the plans of a user or an organisation, and the dialog that gives another one. */
export function AccountSubscriptions({ of }: { of: Receiver }) {
  const t = subscriptionsText.use()
  const [isGiving, setIsGiving] = useState(false)
  const subscriptions = useSubscriptionsOf(of.id)
  return (
    <FormSection title={t('subscriptions')} text={t('subscriptionsText')}>
      <div className={layoutStyles.stack12}>
        <SectionState query={subscriptions} lines={1}>
          {(all) =>
            all.length === 0 ? (
              <p className={textStyles.quiet}>{t('none')}</p>
            ) : (
              <RowList>
                {all.map((subscription) => (
                  <Row
                    key={subscription.id}
                    title={
                      <span className={layoutStyles.wrappingRow}>
                        {subscription.title} <SubscriptionStatus subscription={subscription} />
                      </span>
                    }
                    detail={<SubscriptionEnd subscription={subscription} />}
                    actions={<Link to={subscriptionPath(of.name, subscription.id)}>{t('details')}</Link>}
                  />
                ))}
              </RowList>
            )
          }
        </SectionState>
        <div>
          <Button icon={<Gift />} onClick={() => setIsGiving(true)}>
            {t('give')}
          </Button>
        </div>
      </div>
      {isGiving && <GivePlan to={of} onClose={() => setIsGiving(false)} />}
    </FormSection>
  )
}
