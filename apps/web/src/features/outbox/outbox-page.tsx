import type { MailView } from '@ohmstead/contract/outbox'
import { IconMail } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useFormat } from '../../shared/i18n/use-format.ts'
import { useT } from '../../shared/i18n/use-t.ts'
import { EmptyState, FailedState, Skeleton } from '../../shared/states/page-states.tsx'
import { Button } from '../../ui/button.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { MailModal } from './mail-modal.tsx'
import styles from './outbox.module.css'
import { mailsQuery } from './outbox-query.ts'

const states = ['queued', 'sent', 'failed'] as const
/** Every mail of the last 90 days; without a mail server they are only here. */
export function OutboxPage() {
  const t = useT()
  const [state, setState] = useState<MailView['state'] | null>(null)
  const [openId, setOpenId] = useState<number | null>(null)
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    mailsQuery(state),
  )
  const mails = data?.pages.flatMap((page) => page.mails) ?? []
  const isSending = data?.pages[0]?.sending !== false
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <div>
          <h1>{t('titles.outbox')}</h1>
          <p>{t(isSending ? 'outbox.lead' : 'outbox.not_sending')}</p>
        </div>
        <SelectField
          isLabelHidden
          label={t('outbox.filter')}
          value={state ?? ''}
          placeholder={t('outbox.all')}
          options={states.map((value) => ({ value, label: t(`outbox.state.${value}`) }))}
          onChange={(value) => setState(states.find((known) => known === value) ?? null)}
        />
      </header>
      {error && !data && <FailedState error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton height={240} radius={16} />}
      {data && mails.length === 0 && (
        <EmptyState icon={<IconMail size={22} />} title={t('outbox.empty')} text={t('outbox.empty_text')} />
      )}
      {mails.length > 0 && (
        <ul className={styles.list}>
          {mails.map((mail) => (
            <MailRow key={mail.id} mail={mail} onOpen={() => setOpenId(mail.id)} />
          ))}
        </ul>
      )}
      {hasNextPage && (
        <Button isBusy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('outbox.older')}
        </Button>
      )}
      {openId !== null && <MailModal mailId={openId} onClose={() => setOpenId(null)} />}
    </div>
  )
}

function MailRow({ mail, onOpen }: { mail: MailView; onOpen: () => void }) {
  const t = useT()
  const format = useFormat()
  return (
    <li>
      <button type="button" className={styles.row} onClick={onOpen}>
        <span className={styles.subject}>{mail.subject}</span>
        <span className={styles.to}>{mail.to}</span>
        <span className={styles.time}>{format.dateTime(mail.created_at)}</span>
        <span className={styles.state} data-state={mail.state}>
          {t(`outbox.state.${mail.state}`)}
        </span>
        {mail.error && mail.state !== 'sent' && <span className={styles.answer}>{mail.error}</span>}
      </button>
    </li>
  )
}
