import { Mark } from '../brand/mark.tsx'
import styles from './road-drawing.module.css'
import { approachPath, evenExits, exitPaths, type Road } from './road-geometry.ts'

/** Dashes on one lane: their length, the space between them and how far the first one is pushed back. */
type Dashes = { lane: number; dash: number; space: number; shift: number }

const panelMiddle = 320
const panel: Road = {
  length: 720,
  width: 852,
  gate: { along: 216, across: panelMiddle, size: 72 },
  approach: [-35, -17.5, 17.5, 35],
  exits: evenExits(17, 38.25, panelMiddle),
  bundle: 3.5,
}
const panelDashes: Dashes[] = [
  { lane: 1, dash: 14, space: 56, shift: 0 },
  { lane: 4, dash: 14, space: 82, shift: 60 },
  { lane: 6, dash: 14, space: 98, shift: 30 },
  { lane: 9, dash: 14, space: 126, shift: 92 },
  { lane: 12, dash: 14, space: 176, shift: 172 },
  { lane: 14, dash: 14, space: 220, shift: 210 },
]

const rowHeight = 38
const listDashes: Dashes[] = [
  { lane: 1, dash: 14, space: 58, shift: 0 },
  { lane: 4, dash: 12, space: 72, shift: 40 },
  { lane: 6, dash: 14, space: 76, shift: 68 },
]

const rightIntoRows = (rows: number): Road => ({
  length: 264,
  width: rows * rowHeight,
  gate: { along: 95, across: (rows * rowHeight) / 2, size: 40 },
  approach: [-9.5, 9.5],
  exits: evenExits(rows, rowHeight, (rows * rowHeight) / 2),
  bundle: 4.5,
})

const downIntoColumns: Road = {
  length: 196,
  width: 350,
  gate: { along: 72, across: 175, size: 40 },
  approach: [-9.5, 9.5],
  exits: evenExits(8, 46, 175),
  bundle: 4.5,
  down: true,
}

/** Road lanes through a toll gate: the panel beside a form, or lanes into a list of providers. Decoration only. */
export function RoadDrawing(props: { variant: 'panel' } | { variant: 'list'; rows: number } | { variant: 'down' }) {
  if (props.variant === 'panel') return <Drawing road={panel} dashes={panelDashes} className={styles.panel} cover />
  if (props.variant === 'down') return <Drawing road={downIntoColumns} dashes={listDashes} className={styles.quiet} />
  return <Drawing road={rightIntoRows(props.rows)} dashes={listDashes} className={styles.quiet} />
}

type DrawingProps = { road: Road; dashes: Dashes[]; className: string | undefined; cover?: true }

function Drawing({ road, dashes, className, cover }: DrawingProps) {
  const lanes = exitPaths(road)
  const { along, across, size } = road.gate
  const [x, y] = road.down ? [across, along] : [along, across]
  const [width, height] = road.down ? [road.width, road.length] : [road.length, road.width]
  return (
    <svg
      aria-hidden="true"
      className={className}
      viewBox={`0 0 ${width} ${height}`}
      {...(cover ? { preserveAspectRatio: 'xMinYMid slice' } : { width, height })}
    >
      <g className={styles.lane}>
        {road.approach.map((offset) => (
          <path key={offset} d={approachPath(road, offset)} />
        ))}
        {lanes.map((path) => (
          <path key={path} d={path} />
        ))}
      </g>
      <g className={styles.dashes}>
        <path d={approachPath(road, 0)} strokeDasharray="14 10" />
        {dashes.map(({ lane, dash, space, shift }) => (
          <path key={lane} d={lanes[lane]} strokeDasharray={`${dash} ${space}`} strokeDashoffset={-shift} />
        ))}
      </g>
      <g transform={`translate(${x - size / 2} ${y - size / 2})`}>
        <Mark size={size} />
      </g>
    </svg>
  )
}
