import { type ReactNode, useMemo } from 'react';
import { ErrorOffers } from '../connect/session/error-offers.tsx';
import { AnswersFieldsContext } from '../connect/settings/answers-fields.ts';
import {
  type ExchangeCardProps,
  type InspectorSlots,
  InspectorSlotsContext,
} from '../inspector/inspector-slots.ts';
import { CreatedTask } from '../server/tasks/created-task.tsx';
import { AnswersSettings } from '../server-requests/answers-settings.tsx';
import { InputRoundsCard } from '../server-requests/input-rounds-card.tsx';
import { OpenAskCard } from '../server-requests/open-ask-card.tsx';
import { RepeatCall } from '../server-requests/repeat-call.tsx';
import { notify, selectRow, showDialog } from '../state/screen/screen-actions.ts';
import { useScreen } from '../state/screen/screen-store.ts';
import { FoundRaw } from '../traffic/search/found-raw.tsx';
import { ScreenServicesContext } from '../ui/controls/screen-services.ts';

/** What other features show in the inspector. */
const INSPECTOR_SLOTS: InspectorSlots = {
  ExchangeCards,
  ErrorCards: ErrorOffers,
  RawText: FoundRaw,
  CreatedTask,
};

function ExchangeCards({ inspected, info }: ExchangeCardProps) {
  return (
    <>
      <OpenAskCard inspected={inspected} info={info} />
      <InputRoundsCard inspected={inspected} />
      <RepeatCall inspected={inspected} info={info} />
    </>
  );
}

/** Gives the widgets the screen, and each feature the parts that others show in it. */
export function ScreenParts({ children }: { readonly children: ReactNode }) {
  const httpsOnly = useScreen((state) => state.hello?.host === 'electron');
  const services = useMemo(
    () => ({ notify, selectRow, closeDialog: () => showDialog(null), httpsOnly }),
    [httpsOnly],
  );
  return (
    <ScreenServicesContext value={services}>
      <InspectorSlotsContext value={INSPECTOR_SLOTS}>
        <AnswersFieldsContext value={AnswersSettings}>{children}</AnswersFieldsContext>
      </InspectorSlotsContext>
    </ScreenServicesContext>
  );
}
