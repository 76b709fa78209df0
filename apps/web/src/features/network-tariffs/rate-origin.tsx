import { findAct, findSource } from '@ohmstead/network-fee/rates/rate-source'
import type { ReactNode } from 'react'
import { useT } from '../../shared/i18n/use-t.ts'

/** The acts that set a rate, as they are published, and what it was taken from. */
export function RateOrigin({ acts, sources }: { acts: readonly string[]; sources: readonly string[] }) {
  const t = useT()
  const set = acts.map(findAct).map(({ title, gazette, url }) => ({ name: gazette || title, url }))
  const read = sources.map(findSource).map(({ kind, title, place, url }) => ({
    name: (kind === 'law' && place) || title,
    url,
  }))
  return (
    <>
      <Named all={set} />
      {set.length > 0 && read.length > 0 && ' · '}
      {read.length > 0 && `${t('calculations.rates.taken_from')} `}
      <Named all={read} />
    </>
  )
}

function Named({ all }: { all: readonly { name: string; url: string | null }[] }): ReactNode {
  return all.map(({ name, url }, place) => (
    <span key={name}>
      {place > 0 && ', '}
      {url === null ? (
        name
      ) : (
        <a href={url} target="_blank" rel="noreferrer">
          {name}
        </a>
      )}
    </span>
  ))
}
