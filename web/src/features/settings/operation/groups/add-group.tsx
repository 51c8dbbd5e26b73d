import { Button, Input } from 'antd'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useText } from '../../../../lib/text/text.ts'
import { isGroupName } from './group-maps.ts'
import styles from './group-table.module.css'
import { groupsText } from './groups.text.ts'

type AddGroupProps = { taken: readonly string[]; onAdd: (name: string) => void }

/** The last row of the table: adds a group by its name. */
export function AddGroup({ taken, onAdd }: AddGroupProps) {
  const t = useText(groupsText)
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState<string>()

  function add() {
    const name = typed.trim()
    const why =
      name === '' ? 'nameMissing' : !isGroupName(name) ? 'nameBad' : taken.includes(name) ? 'nameTaken' : undefined
    setProblem(why && t(why))
    if (why) return
    setTyped('')
    onAdd(name)
  }
  return (
    <div className={styles.add}>
      <Input
        className={styles.newName}
        aria-label={t('newName')}
        placeholder={t('newName')}
        autoComplete="off"
        status={problem && 'error'}
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value)
          setProblem(undefined)
        }}
        onPressEnter={(event) => {
          event.preventDefault() // adds the group and does not submit the form
          add()
        }}
      />
      <Button icon={<Plus />} onClick={add}>
        {t('add')}
      </Button>
      {problem && (
        <span className={styles.problem} role="alert">
          {problem}
        </span>
      )}
    </div>
  )
}
