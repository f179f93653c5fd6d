import { RulesOffList } from '../../shared/rules-off-list.tsx';
import { DialogShell, kit, ScrollBox } from '../../ui/kit.tsx';

/** The rules that the user turned off, with a way to turn them on. */
export function RulesOffDialog() {
  return (
    <DialogShell title="Rules that are off" width={620}>
      <ScrollBox className={kit.dialog}>
        <p className={kit.note}>
          Their findings count nowhere: not in the log, not in the counters, not among the problems. The
          project file of a repository can turn rules off for everybody who works on it.
        </p>
        <RulesOffList />
      </ScrollBox>
    </DialogShell>
  );
}
