"use client";
import {
  ChevronDown,
  ChevronUp,
  FileClock,
  Pause,
  Play,
  SkipBack,
  SkipForward,
  StepBack,
  StepForward,
  Timer,
} from "lucide-react";
import { useTranslations } from "next-intl";
import { memo } from "react";
import type { ReactElement } from "react";
import { keyHint } from "../../../lib/commands/key-hint.ts";
import { IconButton } from "../../../ui/icon-button.tsx";
import { Menu, MenuChoices, MenuItem, MenuSeparator } from "../../../ui/menu.tsx";
import { FileWritesMenu } from "./file-writes-menu.tsx";
import { PLAY_SPEEDS } from "./playback.ts";
import { STEP_UNITS } from "./step-units.ts";
import type { StepUnit } from "./step-units.ts";
import type { Playback } from "./use-playback.ts";
import { RUN_COMMANDS } from "../shell/run-commands.ts";

/** The target of a button: the beginning, one step back or forward, or the present. */
export type Step = "first" | "back" | "on" | "last";

export type StepButtonsProps = {
  readonly playback: Playback;
  readonly canPlay: boolean;
  readonly canGoToStart: boolean;
  readonly canStepBack: boolean;
  readonly canStepForward: boolean;
  readonly onStep: (step: Step) => void;
  readonly unit: StepUnit;
  readonly onUnit: (unit: StepUnit) => void;
  readonly folded: boolean;
  readonly onFold: (folded: boolean) => void;
};

/** The buttons that move the displayed moment. They do not rerender while a run grows, so pass stable callbacks. */
export const StepButtons = memo(function StepButtons({
  playback,
  canPlay,
  canGoToStart,
  canStepBack,
  canStepForward,
  onStep,
  unit,
  onUnit,
  folded,
  onFold,
}: StepButtonsProps): ReactElement {
  const translate = useTranslations("trace.scrubber");
  const { playing } = playback;
  return (
    <>
      <IconButton
        label={translate("first")}
        icon={SkipBack}
        size="small"
        tooltipSide="top"
        disabled={!canGoToStart}
        onClick={() => {
          onStep("first");
        }}
      />
      <IconButton
        label={translate("back", { unit: translate(`units.${unit}`) })}
        icon={StepBack}
        size="small"
        tooltipSide="top"
        disabled={!canStepBack}
        onClick={() => {
          onStep("back");
        }}
      />
      <IconButton
        label={translate(playing ? "pause" : "play", { speed: playback.speed })}
        shortcut={keyHint(RUN_COMMANDS, "run.play")}
        icon={playing ? Pause : Play}
        size="small"
        tooltipSide="top"
        disabled={!canPlay}
        onClick={playback.toggle}
      />
      <IconButton
        label={translate("on", { unit: translate(`units.${unit}`) })}
        icon={StepForward}
        size="small"
        tooltipSide="top"
        disabled={!canStepForward}
        onClick={() => {
          onStep("on");
        }}
      />
      <IconButton
        label={translate("last")}
        icon={SkipForward}
        size="small"
        tooltipSide="top"
        disabled={!canStepForward}
        onClick={() => {
          onStep("last");
        }}
      />
      <Menu
        side="top"
        align="start"
        trigger={
          <IconButton
            label={translate("pace", { speed: playback.speed, unit: translate(`units.${unit}`) })}
            icon={Timer}
            size="small"
            tooltipSide="top"
          />
        }
      >
        <MenuChoices
          caption={translate("speed")}
          value={String(playback.speed)}
          choices={PLAY_SPEEDS.map((speed) => ({ value: String(speed), label: `${speed}×` }))}
          onChange={(chosen) => {
            playback.setSpeed(PLAY_SPEEDS.find((speed) => String(speed) === chosen) ?? 1);
          }}
        />
        <MenuSeparator />
        <MenuChoices
          caption={translate("step")}
          value={unit}
          choices={STEP_UNITS.map((value) => ({ value, label: translate(`units.${value}`) }))}
          onChange={onUnit}
        />
        <MenuSeparator />
        <MenuItem
          icon={folded ? ChevronUp : ChevronDown}
          onSelect={() => {
            onFold(!folded);
          }}
        >
          {translate(folded ? "unfold" : "fold")}
        </MenuItem>
      </Menu>
      <FileWritesMenu icon={FileClock} />
    </>
  );
});
