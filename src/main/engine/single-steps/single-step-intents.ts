import { AppError } from '../../../shared/errors.ts'
import type { SingleStepView } from '../../../shared/transactions/single-step-views.ts'
import { nullIfDamaged } from '../../db/null-if-damaged.ts'
import type { SingleStep } from './follow-single-step.ts'
import { createSingleStepRunner, type SingleStepRunner, type SingleSteps } from './run-single-steps.ts'
import type { SingleWait } from './single-step-waits.ts'
import type { SpendContext } from '../spend-context.ts'

/** One kind of single-step intents, and how they are shown. */
export interface SingleStepKind<R extends SingleStep, V extends SingleStepView> extends SingleSteps {
  read(id: string): R | null
  toView(record: R, wait: SingleWait | null): V
}

/** Finds, shows and follows the intents of one kind. */
export interface SingleStepIntents<R extends SingleStep, V extends SingleStepView> extends SingleStepRunner {
  /** Throws AppError `not-found` if there is none. */
  find(id: string): R
  view(record: R): V
  /** Returns an intent as shown; throws AppError `not-found` if there is none. */
  get(id: string): V
  /** Lists the overdue intents as shown. */
  listOverdue(): { readonly raisedAt: string; readonly shown: V }[]
  /** Lists the open intents that a network's trouble may delay, as shown; leaves out those whose records are damaged. */
  listDelayed(): V[]
}

/** Creates the intents of one kind; nothing runs until asked. */
export function createSingleStepIntents<R extends SingleStep, V extends SingleStepView>(
  context: SpendContext,
  kind: SingleStepKind<R, V>,
): SingleStepIntents<R, V> {
  const runner = createSingleStepRunner(context, kind)

  function find(id: string): R {
    const found = kind.read(id)
    if (found === null) throw new AppError('not-found', 'Nothing of that was signed')
    return found
  }

  function view(record: R): V {
    return kind.toView(record, runner.waitOf(record.id))
  }

  return {
    ...runner,
    find,
    view,
    get: (id) => view(find(id)),
    listOverdue: () => runner.overdue().map(({ id, raisedAt }) => ({ raisedAt, shown: view(find(id)) })),
    listDelayed: () =>
      kind
        .listOpen()
        .flatMap((id) => nullIfDamaged(() => kind.read(id)) ?? [])
        .map(view)
        .filter(({ state, isOverdue }) => state === 'signed' || isOverdue),
  }
}
