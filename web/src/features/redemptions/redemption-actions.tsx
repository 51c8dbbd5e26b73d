import { type Redemption, redemptionStatus } from '@turnpike/contract/money/redemption'
import { PowerOff, Trash2 } from 'lucide-react'
import { QuietButton } from '../../components/buttons/quiet-button.tsx'
import { RowMenu } from '../../components/menu/row-menu.tsx'
import layoutStyles from '../../components/style/layout.module.css'
import { redemptionsText } from './redemptions.text.ts'

/** The page's handlers for the actions of a row. */
export type CodeHandlers = {
  edit: (code: Redemption) => void
  switchTo: (code: Redemption, status: number) => void
  remove: (code: Redemption) => void
}

/** The actions of a code's row: a used code can only be deleted. */
export function RedemptionActions({ code, actions }: { code: Redemption; actions: CodeHandlers }) {
  const t = redemptionsText.use()
  const disable = {
    key: 'disable',
    label: t('disable'),
    icon: <PowerOff />,
    onSelect: () => actions.switchTo(code, redemptionStatus.disabled),
  }
  return (
    <span className={layoutStyles.rowActions}>
      {code.status === redemptionStatus.unused && (
        <QuietButton onClick={() => actions.edit(code)}>{t('edit')}</QuietButton>
      )}
      {code.status === redemptionStatus.disabled && (
        <QuietButton onClick={() => actions.switchTo(code, redemptionStatus.unused)}>{t('enable')}</QuietButton>
      )}
      <RowMenu
        name={code.name}
        entries={code.status === redemptionStatus.unused ? [disable] : []}
        removal={{
          verb: t('remove'),
          icon: <Trash2 />,
          question: t('removeQuestion', { name: code.name }),
          explanation: t('removeText'),
          onConfirm: () => actions.remove(code),
        }}
      />
    </span>
  )
}
