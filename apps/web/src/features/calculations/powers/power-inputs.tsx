import type { BlockPowers, PowerProblem } from '@ohmstead/network-fee/powers/agreed-power'
import { memo, useCallback, useState } from 'react'
import { useFormat } from '../../../shared/i18n/use-format.ts'
import { useT } from '../../../shared/i18n/use-t.ts'
import { TextField } from '../../../ui/text-field.tsx'
import { type Block, blocks } from '../calculation-data.ts'
import { parsePowerText } from './power-steps.ts'
import styles from './powers.module.css'

interface PowerInputsProps {
  powersKw: BlockPowers
  problems: readonly PowerProblem[]
  onType: (block: Block, kw: number) => void
  onStep: (block: Block, kw: number) => void
}

/** The same powers as numbers. Input stays as typed, and refused values are reported. */
export function PowerInputs({ powersKw, problems, onType, onStep }: PowerInputsProps) {
  const t = useT()
  const format = useFormat()
  const [typed, setTyped] = useState<{ block: Block; text: string } | null>(null)
  const write = useCallback(
    (block: Block, text: string) => {
      setTyped({ block, text })
      const kw = parsePowerText(text)
      if (kw !== null) onType(block, kw)
    },
    [onType],
  )
  const step = useCallback(
    (block: Block, kw: number) => {
      setTyped(null)
      onStep(block, kw)
    },
    [onStep],
  )
  const leave = useCallback(() => setTyped(null), [])
  return (
    <>
      <div className={styles.inputs}>
        {blocks.map((block) => (
          <PowerInput
            key={block}
            block={block}
            kw={powersKw[block - 1]!}
            typed={typed?.block === block ? typed.text : null}
            isRefused={problems.some((problem) => problem.block === block)}
            onWrite={write}
            onStep={step}
            onLeave={leave}
          />
        ))}
      </div>
      <div role="status">
        {problems.length > 0 && (
          <ul className={styles.refusals}>
            {problems.map(({ block, kind, limitKw }) => (
              <li key={`${block} ${kind}`}>
                {t(`calculations.refusal.${kind}`, {
                  block,
                  before: block - 1,
                  limit: format.number(limitKw, 1),
                })}
              </li>
            ))}
          </ul>
        )}
      </div>
    </>
  )
}

interface PowerInputProps {
  block: Block
  kw: number
  /** The current input; null shows the power. */
  typed: string | null
  isRefused: boolean
  onWrite: (block: Block, text: string) => void
  onStep: (block: Block, kw: number) => void
  onLeave: () => void
}

const PowerInput = memo(function PowerInput({
  block,
  kw,
  typed,
  isRefused,
  onWrite,
  onStep,
  onLeave,
}: PowerInputProps) {
  const t = useT()
  const format = useFormat()
  const text = typed ?? format.number(kw, decimalsOf(kw))
  return (
    <TextField
      label={t('calculations.block', { block })}
      hint="kW"
      name={`block${block}`}
      inputMode="decimal"
      autoComplete="off"
      value={text}
      aria-invalid={isRefused || parsePowerText(text) === null || undefined}
      onKeyDown={(event) => {
        if (event.key === '-' || event.key === '−') event.preventDefault()
        const step = event.key === 'ArrowUp' ? 0.1 : event.key === 'ArrowDown' ? -0.1 : 0
        if (step === 0) return
        event.preventDefault()
        onStep(block, kw + step)
      }}
      onBlur={onLeave}
      onChange={(value) => onWrite(block, value)}
    />
  )
})

/** 4.6 as is; finer input is shown in full, since that is what is refused. */
const decimalsOf = (kw: number) => (Math.abs(kw * 10 - Math.round(kw * 10)) < 1e-6 ? 1 : 3)
