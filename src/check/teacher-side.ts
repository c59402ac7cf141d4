/** Owns the judgement over what the teacher reads: the text is there, whole, and what the row's control says it is. */
import { type Control, parseControl } from '../export/control.js';
import { ExportPlanError } from '../export/plan-error.js';
import { findControlTokens } from './control-token.js';
import type { Report } from './finding-log.js';
import type { RowView, ViewedBlock } from './row-view.js';

/** Codes: evidence_blank, teacher_prompt_mismatch, control_unknown, control_mismatch, control_token. */
export function checkTeacherSide(view: RowView, report: Report): void {
  for (const block of view.blocks) {
    const control = readControl(block.control);
    if (control === null)
      report('control_unknown', '', `unknown control ${JSON.stringify(block.control)}`, block.stage);
    else checkControl(block, view.instanceId, control, report);
    if (block.path === 'teacher_prompt') checkTeacherPrompt(block, view, report);
    for (const [token, count] of findControlTokens(block.text))
      report('control_token', block.path, `${token} × ${count} in what the teacher reads`, block.stage);
  }
}

function readControl(name: string): Control | null {
  try {
    return parseControl(name);
  } catch (error) {
    if (error instanceof ExportPlanError) return null;
    throw error;
  }
}

function checkControl(block: ViewedBlock, instanceId: string, control: Control, report: Report): void {
  const { stage, path, shownStage, shownInstance } = block;
  const isBlank = block.text.trim() === '';
  if (control.kind === 'none') {
    if (!isBlank)
      report('control_mismatch', path, 'the control is "none", but there is a text for the teacher', stage);
  } else if (isBlank) report('evidence_blank', path, 'the text for the teacher is blank', stage);
  const wanted = expectShown(control, stage, instanceId);
  const isOther = control.kind === 'other-instance' && shownInstance !== '' && shownInstance !== instanceId;
  if (
    shownStage !== wanted.stage ||
    (control.kind === 'other-instance' ? !isOther : shownInstance !== wanted.instanceId)
  ) {
    const found = `${shownStage === '' ? 'no stage' : shownStage} of ${shownInstance === '' ? 'no instance' : shownInstance}`;
    report(
      'control_mismatch',
      path,
      `the control is ${JSON.stringify(block.control)}, but the row shows ${found}`,
      stage,
    );
  }
}

function expectShown(
  control: Control,
  stage: ViewedBlock['stage'],
  instanceId: string,
): { readonly stage: string; readonly instanceId: string } {
  switch (control.kind) {
    case 'matched':
    case 'other-instance':
      return { stage, instanceId };
    case 'swap':
      return { stage: control.shown.get(stage) ?? stage, instanceId };
    case 'generic':
    case 'none':
      return { stage: '', instanceId: '' };
  }
}

/** The text replaces the last turn of the user, so it must begin with it. Source: swift/rl_core/data.py at 3602360. */
function checkTeacherPrompt(block: ViewedBlock, { messages }: RowView, report: Report): void {
  const user = messages?.findLast(({ role }) => role === 'user')?.content ?? '';
  const { field, path, stage } = block;
  if (field === user || user.trim() === '' || field.startsWith(`${user}\n\n`)) return;
  report(
    'teacher_prompt_mismatch',
    path,
    'expected the text of the last user turn, an empty line, and the block',
    stage,
  );
}
