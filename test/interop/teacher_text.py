"""What teacher and student read, by the documented rules of each trainer, from a row and its settings.

Input (a JSON file): { "chat_template": text, "rows": { trainer: row }, "options": { trainer: options of settings.json } }
Output: per trainer { "teacher", "student": lists of messages, "teacher_text", "student_text": through the chat template }

The rules were read in
    trl      trl/experimental/sdft/sdft_trainer.py   at huggingface/trl f2cd577
    swift    swift/rl_core/data.py                   at modelscope/ms-swift 3602360
    prime    prime_rl/orchestrator/algo/opsd.py      at PrimeIntellect-ai/prime-rl 559b447
"""

import json
import sys

from jinja2.sandbox import ImmutableSandboxedEnvironment


def teach_trl(row, options):
    """The last user turn becomes teacher_prompt_template.format(prompt, privileged_context)."""
    *before, last = row["prompt"]
    assert last["role"] == "user"
    text = options["teacher_prompt_template"].format(
        prompt=last["content"], privileged_context=row["privileged_context"]
    )
    return row["prompt"], [*before, {"role": "user", "content": text}]


def teach_swift(row, _options):
    """teacher_prompt replaces the content of the last user turn."""
    teacher = [dict(message) for message in row["messages"]]
    last = next(message for message in reversed(teacher) if message["role"] == "user")
    last["content"] = row["teacher_prompt"]
    return row["messages"], teacher


def teach_prime(row, options):
    """template.format(demonstration=info[demo_key]) becomes a system message in front of the student's tokens."""
    info = json.loads(row["info"])
    text = options["orchestrator.algo.template"].format(
        demonstration=info[options["orchestrator.algo.demo_key"]]
    )
    return row["prompt"], [{"role": "system", "content": text}, *row["prompt"]]


TEACHERS = {"trl": teach_trl, "swift": teach_swift, "prime": teach_prime}


def main(job):
    environment = ImmutableSandboxedEnvironment(trim_blocks=True, lstrip_blocks=True)
    template = environment.from_string(job["chat_template"])
    result = {}
    for name, teach in TEACHERS.items():
        student, teacher = teach(job["rows"][name], job["options"][name])
        result[name] = {
            "student": student,
            "teacher": teacher,
            "student_text": template.render(messages=student, add_generation_prompt=True),
            "teacher_text": template.render(messages=teacher, add_generation_prompt=True),
        }
    return result


if __name__ == "__main__":
    with open(sys.argv[1], encoding="utf-8") as file:
        print(json.dumps(main(json.load(file))))
